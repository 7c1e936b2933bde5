/** Refetches the resources that a change affects. */
import { afterDraftCreation } from '#content/change/draft-creation.ts'
import { liveOf, positionsOfComponent, publishedUrl } from '#content/model/component-versions.ts'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import {
  type Component,
  type ReadResource,
  type Versioned,
  isResourceOf,
} from '#content/model/resource.ts'
import type { ResourceUpdates } from '#content/change/change-run.ts'
import { shiftedPositions } from '#content/change/shifted-positions.ts'

interface RefetchOptions {
  requests: readonly string[]
  /** The positions that may have made room for what was inserted. */
  following: readonly Iri[]
  /** The drafts that the change has created, where the API is known to change nothing else by that than its own does. */
  drafts?: readonly Component[]
  /** Reads the cache, which is still as it was before the change. */
  read: ReadResource
  etag?: (iri: Iri) => string | undefined
  /** Fetches one resource; null when it no longer exists or may not be read. */
  fetchResource: (request: string) => Promise<Versioned | null>
}

/**
 * Refetches groups before positions, so that positions a group no longer contains count as removed without a request.
 */
export const refetch = async ({
  requests,
  following,
  drafts = [],
  read,
  ...options
}: RefetchOptions): Promise<ResourceUpdates> => {
  const fetchResource = withoutKnownAnswers({ ...options, drafts, read })
  const groups = await fetchAll(requests.filter(isGroup), fetchResource)
  const removed = requests.filter(
    (request) => !isGroup(request) && wasRemovedFromGroup(request, read, groups),
  )
  const remaining = requests.filter((request) => !isGroup(request) && !removed.includes(request))
  const rest = await fetchAll(remaining, fetchResource)
  const replaced = publishedDrafts(requests, rest.items, read)
  const gone = [...rest.removed, ...replaced.map(({ from }) => from)]
  const live = keepPlaces(await fetchAll(shownInstead(gone, requests, read), fetchResource), read)
  const shifted = shiftedPositions(following, { items: [...groups.items, ...rest.items], read })
  const others = await fetchAll(
    shifted.unknown.filter((request) => !requests.includes(request)),
    fetchResource,
  )
  const filled = await fetchAll(unknownComponents(rest.items, drafts, read), fetchResource)
  return {
    items: [groups, rest, live, shifted, others, filled].flatMap(({ items }) => items),
    removed: [...groups.removed, ...gone, ...removed, ...live.removed, ...others.removed],
    ...(replaced.length > 0 && { replaced }),
  }
}

const isGroup = (request: string) => isIriOf('COMPONENT_GROUP', request)

/** Returns a function that fetches a resource only if its answer is not known from the drafts that were created. */
const withoutKnownAnswers =
  ({ drafts = [], read, etag, fetchResource }: Omit<RefetchOptions, 'requests' | 'following'>) =>
  async (request: string) => {
    // Without a version, nothing has told yet that it is as the cache has it.
    const version = etag?.(withoutQuery(request))
    const resource = version === undefined ? null : afterDraftCreation(request, drafts, read)
    return resource ? { resource, etag: version! } : fetchResource(request)
  }

/** Returns the components at positions that are not known yet: what a template shows where an article has no component any more. */
const unknownComponents = (
  items: readonly Versioned[],
  created: readonly Component[],
  read: ReadResource,
) => {
  const resources = [...items.map(({ resource }) => resource), ...created]
  const known = new Set(resources.map((resource) => resource['@id']))
  return items
    .flatMap(({ resource }) =>
      isResourceOf('COMPONENT_POSITION', resource) ? (resource.component ?? []) : [],
    )
    .filter((component) => !known.has(component) && !read(component))
}

/** Returns the drafts in whose place the API has answered with their live version, because somebody else has published them. */
const publishedDrafts = (
  requests: readonly string[],
  items: readonly Versioned[],
  read: ReadResource,
) => {
  const found = new Set(items.map(({ resource }) => resource['@id']))
  return requests.flatMap((request) => {
    const live = isIriOf('COMPONENT', request) ? read(request)?.publishedResource : undefined
    return live && found.has(live) && !found.has(request) ? [{ from: request, to: live }] : []
  })
}

/** Returns the requests for the live versions of drafts that are gone and their positions, which still name the drafts. */
const shownInstead = (removed: readonly Iri[], requests: readonly string[], read: ReadResource) =>
  removed
    .flatMap((iri) => {
      const live = isIriOf('COMPONENT', iri) ? read(iri)?.publishedResource : undefined
      return live ? [publishedUrl(live), ...positionsOfComponent(live, read)] : []
    })
    .filter((request) => !requests.includes(request))

/**
 * Leaves out the positions of components that are gone in both versions: what was typed into those keeps its place until the
 * user has decided.
 */
const keepPlaces = ({ items, removed }: ResourceUpdates, read: ReadResource): ResourceUpdates => ({
  items,
  removed: removed.filter((iri) => {
    const component = isIriOf('COMPONENT_POSITION', iri) ? read(iri)?.component : undefined
    return component === undefined || !removed.includes(liveOf(component, read) ?? component)
  }),
})

/** Repeats `read` until the current page is the same before and after, because dynamic positions depend on its path. */
export const repeatUntilPathStable = async (
  path: () => string,
  read: () => Promise<ResourceUpdates>,
) => {
  for (;;) {
    const before = path()
    const updates = await read()
    if (path() === before) return updates
  }
}

const fetchAll = async (
  requests: readonly string[],
  fetchResource: RefetchOptions['fetchResource'],
): Promise<ResourceUpdates> => {
  const results = await Promise.all(requests.map(fetchResource))
  return {
    items: results.filter((item) => item !== null),
    removed: requests.flatMap((request, index) => (results[index] ? [] : [withoutQuery(request)])),
  }
}

/** Returns whether the position's group has been refetched and no longer contains the position, nor does another one. */
const wasRemovedFromGroup = (request: Iri, read: ReadResource, groups: ResourceUpdates) => {
  const position = isIriOf('COMPONENT_POSITION', request) ? read(request) : undefined
  if (!position) return false
  const { '@id': iri, componentGroup } = position
  const found = groups.items
    .map(({ resource }) => resource)
    .filter((resource) => isResourceOf('COMPONENT_GROUP', resource))
  if (found.some(({ componentPositions }) => componentPositions.includes(iri))) return false
  const wasRefetched = found.some((group) => group['@id'] === componentGroup)
  return wasRefetched || groups.removed.includes(componentGroup)
}

const withoutQuery = (request: string) => request.split('?')[0]!
