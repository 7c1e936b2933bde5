/** Checks that what is to be deleted is stored as it is known here. */
import { staticComponentOf } from '#content/change/component-uses.ts'
import { editedVersion } from '#content/change/edited-version.ts'
import { liveOf, positionsOfComponent, publishedUrl } from '#content/model/component-versions.ts'
import { Failure } from '#content/model/failure.ts'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import type { ReadResource, Versioned } from '#content/model/resource.ts'
import type { ResourceCache } from '#src/resources/resource-cache.ts'
import type { ResourceReader } from './read-missing.ts'

const changedMessage = (count: number) =>
  `Somebody else has changed ${count > 1 ? 'one of them' : 'it'} in the meantime. Check it first.`

/**
 * Throws a conflict if somebody else has written into one of the components, and saves in the cache what is stored. A
 * request that deletes a position takes its component along, whatever the version of that is; one that deletes a component
 * leaves the draft that it has meanwhile without a place.
 */
export const checkDeletion = async (
  iris: readonly Iri[],
  { cache, fetchResource }: ResourceReader,
) => {
  const fetchAll = (requests: readonly string[]) => Promise.all(requests.map(fetchResource))
  const known = iris.flatMap((iri) => knownAt(iri, cache.read))
  const stored = await fetchAll(known.map(({ live, edited }) => live ?? edited))
  const changed = known.filter((each, at) => isOther(stored[at]!, each, cache))
  if (changed.length === 0) return
  const around = await fetchAll(
    changed.flatMap(({ positions, live }) => [...positions, ...(live ? [publishedUrl(live)] : [])]),
  )
  cache.save([...around, ...stored].filter((item) => item !== null))
  throw new Failure('conflict', { message: changedMessage(iris.length) })
}

interface KnownComponent {
  positions: readonly Iri[]
  live: Iri | null
  edited: Iri
  /** True for a component that is deleted by itself, with the ETag that is known. */
  isAlone: boolean
}

const knownAt = (iri: Iri, read: ReadResource): KnownComponent[] => {
  const isAlone = isIriOf('COMPONENT', iri)
  const position = isIriOf('COMPONENT_POSITION', iri) ? read(iri) : undefined
  const component = isAlone ? iri : staticComponentOf(position)
  if (!component) return []
  const positions = isAlone ? positionsOfComponent(iri, read) : [iri]
  const versions = { live: liveOf(component, read), edited: editedVersion(component, read) }
  return [{ positions, ...versions, isAlone }]
}

/** True if another version is stored than is known. What does not exist any more is none. */
const isOther = (
  stored: Versioned | null,
  { edited, isAlone }: KnownComponent,
  { etag }: ResourceCache,
) =>
  stored !== null &&
  (stored.resource['@id'] !== edited || (!isAlone && stored.etag !== etag(edited)))
