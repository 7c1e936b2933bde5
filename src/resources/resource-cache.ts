/** Caches resources in one signal per IRI, so that a change of one resource renders only the components that read it. */
import { computed, signal } from 'alien-signals'
import { sortPositions } from '#content/model/groups.ts'
import type { Iri } from '#content/model/iri.ts'
import {
  type ReadResource,
  type Resource,
  type Versioned,
  createReader,
} from '#content/model/resource.ts'
import { batch, subscribe } from './signals.ts'

export interface CacheEntry {
  resource?: Resource
  /** Sent as `If-Match` by writes. */
  etag?: string
}

const emptyEntry: Readonly<CacheEntry> = {}

type Positions = readonly Iri<'COMPONENT_POSITION'>[]

type Entry = ReturnType<typeof signal<CacheEntry>>
type Entries = Map<Iri, Entry>

/** Returns the signal of an IRI and creates it on first use. */
const findEntry = (entries: Entries, iri: Iri): Entry => {
  const existing = entries.get(iri)
  if (existing) return existing
  const created = signal(emptyEntry)
  entries.set(iri, created)
  return created
}

/** Returns the positions of a group in order, which stay the same array as long as they are the same. */
const createOrder = (group: Iri<'COMPONENT_GROUP'>, read: ReadResource) =>
  computed<Positions>((last) => {
    const positions = sortPositions(group, read)
    const isSame =
      last?.length === positions.length && positions.every((position, at) => position === last[at])
    return isSame ? last : positions
  })

/** Returns a function that returns the positions of a group in order, and keeps each order until it is another one. */
const keepOrders = (read: ReadResource) => {
  const orders = new Map<Iri, () => Positions>()
  return (group: Iri<'COMPONENT_GROUP'>) => {
    const order = orders.get(group) ?? createOrder(group, read)
    orders.set(group, order)
    return order()
  }
}

/** Creates an empty cache of resources and their ETags. */
export function createResourceCache() {
  const entries: Entries = new Map()
  const entryOf = (iri: Iri) => findEntry(entries, iri)
  const read = createReader((iri) => entryOf(iri)().resource)
  read.positionsOf = keepOrders(read)

  const remove = (iris: Iterable<Iri>) =>
    batch(() => {
      for (const iri of iris) entries.get(iri)?.(emptyEntry)
    })

  return {
    read,
    etag: (iri: Iri) => entryOf(iri)().etag,
    /**
     * Stores fetched resources; an item with no property but its `@id` removes the resource. HTML must have been
     * sanitized before.
     */
    save: (items: readonly Versioned[]) =>
      batch(() => {
        for (const item of items) {
          const { '@id': iri } = item.resource
          const entry = entryOf(iri)
          if (Object.keys(item.resource).length > 1) entry(updated(entry(), item))
          else entry(emptyEntry)
        }
      }),
    remove,
    /** Removes all resources, for example when a session ends. */
    clear: () => remove(entries.keys()),
    /** Calls `onChange` with each new version of a resource, and with undefined once it is removed. */
    subscribe: (iri: Iri, onChange: (resource: Resource | undefined) => void) =>
      subscribe(() => read(iri), onChange),
    /** The signals of all IRIs that were read or stored. */
    entries: entries as ReadonlyMap<Iri, () => CacheEntry>,
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
