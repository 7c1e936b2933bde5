/** Checks that what is to be deleted with its positions is stored as it is known here. */
import { staticComponentOf } from '#content/change/component-uses.ts'
import { editedVersion } from '#content/change/edited-version.ts'
import { liveOf, publishedUrl } from '#content/model/component-versions.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { ReadResource, Versioned } from '#content/model/resource.ts'
import type { ResourceCache } from '#src/resources/resource-cache.ts'
import type { ResourceReader } from './read-missing.ts'

const changedMessage = (count: number) =>
  `Somebody else has changed ${count > 1 ? 'one of them' : 'it'} in the meantime. Check it first.`

/**
 * Throws a conflict if somebody else has written into one of the components, and saves in the cache what is stored. A
 * request that deletes a position takes its component along, whatever the version of that is.
 */
export const checkDeletion = async (
  positions: readonly Iri<'COMPONENT_POSITION'>[],
  { cache, fetchResource }: ResourceReader,
) => {
  const fetchAll = (requests: readonly string[]) => Promise.all(requests.map(fetchResource))
  const known = positions.flatMap((position) => knownAt(position, cache.read))
  const stored = await fetchAll(known.map(({ live, edited }) => live ?? edited))
  const changed = known.filter(({ edited }, at) => isOther(stored[at]!, edited, cache))
  if (changed.length === 0) return
  const around = await fetchAll(
    changed.flatMap(({ position, live }) => [position, ...(live ? [publishedUrl(live)] : [])]),
  )
  cache.save([...around, ...stored].filter((item) => item !== null))
  throw new Failure('conflict', { message: changedMessage(positions.length) })
}

const knownAt = (position: Iri<'COMPONENT_POSITION'>, read: ReadResource) => {
  const component = staticComponentOf(read(position))
  return component
    ? [{ position, live: liveOf(component, read), edited: editedVersion(component, read) }]
    : []
}

/** True if another version is stored than is known. What does not exist any more is none. */
const isOther = (stored: Versioned | null, known: Iri, { etag }: ResourceCache) =>
  stored !== null && (stored.resource['@id'] !== known || stored.etag !== etag(known))
