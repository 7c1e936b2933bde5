/** Caches resources in one atom per IRI, so that a change of one resource renders only the components that read it. */
import { type Atom, createAtom } from '@xstate/store'
import type { Iri } from '#content/model/iri.ts'
import type { Resource, Versioned } from '#content/model/resource.ts'
import { isDeepEqual } from '#content/model/deep-equal.ts'

/** Describes the request that fetched a resource. */
export interface FetchInfo {
  path?: string
  /** True when the resource arrived with the rendered page. */
  ssr?: boolean
}

export interface CacheEntry extends FetchInfo {
  resource?: Resource
  /** Sent as `If-Match` by writes. */
  etag?: string
  /** When it was last fetched, in milliseconds since 1970. */
  fetchedAt?: number
}

const emptyEntry: CacheEntry = {}

export function createResourceCache(now: () => number = Date.now) {
  const atoms = new Map<Iri, Atom<CacheEntry>>()

  const entry = (iri: Iri): Atom<CacheEntry> => {
    const existing = atoms.get(iri)
    if (existing) return existing
    const created = createAtom(emptyEntry)
    atoms.set(iri, created)
    return created
  }
  const read = (iri: Iri) => entry(iri).get().resource

  const saveItem = ({ resource, etag }: Versioned, fetchInfo: FetchInfo) =>
    entry(resource['@id']).set((previous) => ({
      ...fetchInfo,
      // An unchanged resource stays the same object, so that nothing renders because of it.
      resource:
        previous.resource && isDeepEqual(previous.resource, resource)
          ? previous.resource
          : resource,
      fetchedAt: now(),
      ...(etag !== undefined && { etag }),
    }))

  const remove = (iris: readonly Iri[]) => {
    for (const iri of iris) atoms.get(iri)?.set(emptyEntry)
  }

  return {
    /** Returns the atom of an IRI and creates it on first use. */
    entry,
    read,
    etag: (iri: Iri) => entry(iri).get().etag,
    /**
     * Stores fetched resources; an item with no property but its `@id` removes the resource. HTML must have been
     * sanitized before.
     */
    save(items: readonly Versioned[], fetchInfo: FetchInfo = {}) {
      for (const item of items) {
        if (Object.keys(item.resource).length > 1) saveItem(item, fetchInfo)
        else remove([item.resource['@id']])
      }
    },
    remove,
    /** Removes all resources, for example when a session ends. */
    clear() {
      for (const atom of atoms.values()) atom.set(emptyEntry)
    },
    /** Returns all resources with their ETags, as they are sent to the browser. */
    snapshot: (): Versioned[] =>
      [...atoms.values()].flatMap((atom) => {
        const { resource, etag } = atom.get()
        return resource ? [{ resource, ...(etag !== undefined && { etag }) }] : []
      }),
  }
}

export type ResourceCache = ReturnType<typeof createResourceCache>
