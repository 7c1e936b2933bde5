/** Stores rendered pages in memory, up to a size, with the resources that each depends on. */
import type { Iri } from '#content/model/iri.ts'
import type { PrecomputedResponse } from './precomputed-response.ts'

export interface CachedPage {
  response: PrecomputedResponse
  dependencies: ReadonlySet<Iri>
  size: number
  /** The time at which the page expires, in milliseconds since 1970. */
  expiresAt: number
  /** The number of changes before it was rendered. */
  changeCount: number
}

/** Creates an index from resources to the keys of the pages that depend on them. */
const createDependents = () => {
  const keysByIri = new Map<Iri, Set<string>>()
  return {
    of: (iri: Iri): Iterable<string> => keysByIri.get(iri) ?? [],
    add: (key: string, dependencies: ReadonlySet<Iri>) => {
      for (const iri of dependencies) {
        const keys = keysByIri.get(iri)
        if (keys) keys.add(key)
        else keysByIri.set(iri, new Set([key]))
      }
    },
    remove: (key: string, dependencies: ReadonlySet<Iri>) => {
      for (const iri of dependencies) {
        const keys = keysByIri.get(iri)
        keys?.delete(key)
        if (!keys?.size) keysByIri.delete(iri)
      }
    },
  }
}

/** Creates an empty map of pages, the least recently used first, which knows their total size in bytes. */
const createEntries = () => {
  const entries = new Map<string, CachedPage>()
  let size = 0
  return {
    get: (key: string) => entries.get(key),
    keys: () => entries.keys(),
    size: () => size,
    add: (key: string, entry: CachedPage) => {
      entries.set(key, entry)
      size += entry.size
    },
    remove: (key: string, entry: CachedPage) => {
      entries.delete(key)
      size -= entry.size
    },
    /** Makes a page the most recently used one. */
    touch: (key: string, entry: CachedPage) => {
      entries.delete(key)
      entries.set(key, entry)
    },
  }
}

/** Creates an empty store of pages; the least recently used ones are removed beyond `maxBytes`. */
export const createPageLru = (maxBytes: number) => {
  const entries = createEntries()
  const dependents = createDependents()

  const remove = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return
    entries.remove(key, entry)
    dependents.remove(key, entry.dependencies)
  }

  const add = (key: string, entry: CachedPage) => {
    remove(key)
    entries.add(key, entry)
    dependents.add(key, entry.dependencies)
    for (const oldest of entries.keys()) {
      if (entries.size() <= maxBytes) break
      remove(oldest)
    }
  }

  /** Removes all pages that depend on a resource. */
  const removeDependents = (iri: Iri) => {
    for (const key of dependents.of(iri)) remove(key)
  }

  return { ...entries, add, remove, removeDependents }
}
