/** Reads everything a cache holds. Not part of the cache, since visitors have no use for it. */
import type { Versioned } from '#content/model/resource.ts'
import type { ResourceCache } from './resource-cache.ts'

/** Returns all resources with their ETags, as the server sends them to the browser. */
export const snapshotOf = ({ entries }: ResourceCache): Versioned[] =>
  [...entries.values()].flatMap((entry) => {
    const { resource, etag } = entry()
    return resource ? [{ resource, ...(etag !== undefined && { etag }) }] : []
  })

/** Returns all resources that a cache holds. */
export const resourcesOf = (cache: ResourceCache) =>
  snapshotOf(cache).map(({ resource }) => resource)
