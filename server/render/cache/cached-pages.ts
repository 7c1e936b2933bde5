/** The pages that are in memory, up to a size, and which resources each depends on. */
import type { Iri } from '#content/model/iri.ts'
import type { PrecomputedResponse } from './precomputed-response.ts'

export interface CacheEntry {
  response: PrecomputedResponse
  dependencies: ReadonlySet<Iri>
  size: number
  /** In milliseconds since 1970. */
  expiresAt: number
  /** Number of changes that had happened when it was rendered. */
  changeCount: number
}

export const createCachedPages = (maxBytes: number) => {
  /** Least recently used first. */
  const entries = new Map<string, CacheEntry>()
  const keysByIri = new Map<Iri, Set<string>>()
  let size = 0

  const remove = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    size -= entry.size
    for (const iri of entry.dependencies) {
      const keys = keysByIri.get(iri)
      keys?.delete(key)
      if (!keys?.size) keysByIri.delete(iri)
    }
  }

  const add = (key: string, entry: CacheEntry) => {
    remove(key)
    entries.set(key, entry)
    size += entry.size
    for (const iri of entry.dependencies) {
      const keys = keysByIri.get(iri)
      if (keys) keys.add(key)
      else keysByIri.set(iri, new Set([key]))
    }
    for (const oldest of entries.keys()) {
      if (size <= maxBytes) break
      remove(oldest)
    }
  }

  return {
    add,
    remove,
    get: (key: string) => entries.get(key),

    /** Makes a page the most recently used one. */
    touch: (key: string, entry: CacheEntry) => {
      entries.delete(key)
      entries.set(key, entry)
    },

    /** Removes all pages that depend on a resource. */
    removeDependents: (iri: Iri) => {
      for (const key of keysByIri.get(iri) ?? []) remove(key)
    },

    /** In bytes, at most `maxBytes`. */
    size: () => size,
  }
}
