/** Caches resources in one atom per IRI, so that a change of one resource renders only the components that read it. */
import { type Atom, createAtom } from '@xstate/store'
import type { Iri } from '#content/model/iri.ts'
import { type Resource, type Versioned, createReader } from '#content/model/resource.ts'

export interface CacheEntry {
  resource?: Resource
  /** Sent as `If-Match` by writes. */
  etag?: string
}

const emptyEntry: Readonly<CacheEntry> = {}

type Atoms = Map<Iri, Atom<CacheEntry>>

/** Returns the atom of an IRI and creates it on first use. */
const atomOf = (atoms: Atoms, iri: Iri): Atom<CacheEntry> => {
  const existing = atoms.get(iri)
  if (existing) return existing
  const created = createAtom(emptyEntry)
  atoms.set(iri, created)
  return created
}

/** Creates an empty cache of resources and their ETags. */
export function createResourceCache() {
  const atoms: Atoms = new Map()
  const entry = (iri: Iri) => atomOf(atoms, iri)
  const read = createReader((iri) => entry(iri).get().resource)

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
    save(items: readonly Versioned[]) {
      for (const item of items) {
        const { '@id': iri } = item.resource
        if (Object.keys(item.resource).length > 1) entry(iri).set((last) => updated(last, item))
        else remove([iri])
      }
    },
    remove,
    /** Removes all resources, for example when a session ends. */
    clear() {
      for (const atom of atoms.values()) atom.set(emptyEntry)
    },
    /** The atoms of all IRIs that were read or stored. */
    atoms: atoms as ReadonlyMap<Iri, Atom<CacheEntry>>,
  }
}

/**
 * True for resources with the same JSON text. Not dequal, whose code every visitor would load; the API always writes
 * properties in the same order.
 */
const isSameText = (one: Resource, other: Resource) => JSON.stringify(one) === JSON.stringify(other)

/** Returns the entry with a newer version. An unchanged resource stays the same object, so that nothing renders. */
const updated = ({ resource: last }: CacheEntry, { resource, etag }: Versioned): CacheEntry => ({
  resource: last && isSameText(last, resource) ? last : resource,
  ...(etag !== undefined && { etag }),
})

export type ResourceCache = ReturnType<typeof createResourceCache>
