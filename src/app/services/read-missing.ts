/** Reads what something depends on into the cache, as far as it is not there. */
import { publishedUrl } from '#content/model/component-versions.ts'
import type { Iri } from '#content/model/iri.ts'
import type { ReadResource, Versioned } from '#content/model/resource.ts'
import type { ResourceCache } from '#src/resources/resource-cache.ts'
import { trackReads } from './track-reads.ts'

export interface ResourceReader {
  cache: ResourceCache
  /** Fetches one resource; null when it no longer exists or may not be read. */
  fetchResource: (request: string) => Promise<Versioned | null>
}

/** Reads resources into the cache, without those that are gone by now. */
export const readIntoCache = async (
  { cache, fetchResource }: ResourceReader,
  requests: readonly string[],
) => {
  const fetched = await Promise.all(requests.map(fetchResource))
  cache.save(fetched.filter((item) => item !== null))
}

/** Reads a resource into the cache, with the live version of a draft, unless it is there. Resolves with false if it is gone. */
export const isStored = async (iri: Iri, reader: ResourceReader) => {
  if (!reader.cache.read(iri)) await readIntoCache(reader, [iri, publishedUrl(iri)])
  return reader.cache.read(iri) !== undefined
}

/**
 * Returns a function that returns the result of `use` once nothing that it reads is missing, except what was requested
 * before and is gone. Until then it reads that into the cache, and calls `use` again.
 */
export const createMissingReader = (reader: ResourceReader) => {
  const requested = new Set<Iri>()
  return async <Result>(use: (read: ReadResource) => Result): Promise<Result> => {
    for (;;) {
      const { read, missing, requestFor } = trackReads(reader.cache.read)
      const result = use(read)
      const unrequested = [...missing].filter((iri) => !requested.has(iri))
      if (unrequested.length === 0) return result
      for (const iri of unrequested) requested.add(iri)
      await readIntoCache(reader, unrequested.map(requestFor))
    }
  }
}
