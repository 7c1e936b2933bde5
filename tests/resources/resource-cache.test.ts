import fc from 'fast-check'
import { expect, test } from 'vitest'
import { positionsOf } from '#content/model/groups.ts'
import type { Resource, Versioned } from '#content/model/resource.ts'
import { dequal } from 'dequal/lite'
import { snapshotOf } from '#src/resources/cache-snapshot.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'
import { batch, subscribe as subscribeTo } from '#src/resources/signals.ts'

const iri = '/component/titles/1'
const titled = (title: string, etag?: string): Versioned => ({
  resource: { '@id': iri, '@type': 'Title', _metadata: {}, title, places: ['a', 'b'] },
  ...(etag && { etag }),
})

/** Returns the list of values that a subscriber of an IRI receives. */
const subscribe = (cache: ReturnType<typeof createResourceCache>, to = iri) => {
  const received: (Resource | undefined)[] = []
  cache.subscribe(to, (resource) => void received.push(resource))
  return received
}

test('is empty at first', () => {
  const cache = createResourceCache()
  expect(cache.read(iri)).toBeUndefined()
  expect(cache.etag(iri)).toBeUndefined()
  expect(snapshotOf(cache)).toEqual([])
})

test('stores a resource with its ETag', () => {
  const cache = createResourceCache()
  cache.save([titled('A', '"1"')])
  expect(cache.read(iri)).toEqual(titled('A').resource)
  expect(cache.etag(iri)).toBe('"1"')
})

test('notifies the subscribers of an IRI only', () => {
  const cache = createResourceCache()
  const received = subscribe(cache)
  const receivedByOther = subscribe(cache, '/component/titles/2')
  cache.save([titled('A')])
  cache.save([titled('B')])
  expect(received.map((resource) => resource?.['title'])).toEqual(['A', 'B'])
  expect(receivedByOther).toEqual([])
})

test('keeps the object of an unchanged resource and updates its ETag', () => {
  const cache = createResourceCache()
  cache.save([titled('A', '"1"')])
  const before = cache.read(iri)
  cache.save([titled('A', '"2"')])
  expect(cache.read(iri)).toBe(before)
  expect(cache.etag(iri)).toBe('"2"')
})

test('drops the ETag when the new response has none', () => {
  const cache = createResourceCache()
  cache.save([titled('A', '"1"')])
  cache.save([titled('B')])
  expect(cache.etag(iri)).toBeUndefined()
})

test('removes resources explicitly or when they consist only of an @id', () => {
  const cache = createResourceCache()
  cache.save([titled('A')])
  cache.remove([iri, '/component/titles/unknown'])
  expect(cache.read(iri)).toBeUndefined()
  cache.save([titled('A')])
  cache.save([{ resource: { '@id': iri } as Resource }])
  expect(cache.read(iri)).toBeUndefined()
})

test('notifies once of several changes that are one, and not at all if nothing is different after them', () => {
  const cache = createResourceCache()
  cache.save([titled('A')])
  const received = subscribe(cache)
  batch(() => {
    cache.remove([iri])
    cache.save([titled('B')])
    cache.save([titled('C')])
  })
  expect(received.map((resource) => resource?.['title'])).toEqual(['C'])
  const last = cache.read(iri)!
  batch(() => {
    cache.save([titled('D')])
    cache.save([{ resource: last }])
  })
  expect(received).toHaveLength(1)
})

test('notifies subscribers when it is cleared and keeps them subscribed', () => {
  const cache = createResourceCache()
  cache.save([titled('A')])
  const received = subscribe(cache)
  cache.clear()
  cache.save([titled('B')])
  expect(received.map((resource) => resource?.['title'])).toEqual([undefined, 'B'])
})

test('restores a snapshot with resources and ETags', () => {
  const cache = createResourceCache()
  cache.save([titled('A', '"1"')])
  cache.read('/component/titles/2')
  const other = createResourceCache()
  other.save(snapshotOf(cache))
  expect(snapshotOf(other)).toEqual([titled('A', '"1"')])
})

const group = '/_/component_groups/1'
const position = (number: number, sortValue: number): Versioned => ({
  resource: {
    '@id': `/_/component_positions/${number}`,
    '@type': 'ComponentPosition',
    _metadata: {},
    componentGroup: group,
    component: `/component/titles/${number}`,
    sortValue,
  },
})
const groupOf = (...numbers: readonly number[]): Versioned => ({
  resource: {
    '@id': group,
    '@type': 'ComponentGroup',
    _metadata: {},
    reference: 'primary_/_/pages/1',
    componentPositions: numbers.map((number) => `/_/component_positions/${number}`),
  },
})

test('keeps the order of a group as long as it is the same, and sorts it once for all who read it', () => {
  const cache = createResourceCache()
  cache.save([groupOf(1, 2, 3), position(1, 0), position(2, 1)])
  const order = () => positionsOf(group, cache.read)
  const numbers = () => order().map((shown) => Number(shown.split('/').at(-1)))
  const first = order()
  expect(numbers()).toEqual([1, 2])
  expect(order()).toBe(first)
  cache.save([titled('A'), position(1, 0)])
  expect(order()).toBe(first)
  cache.save([{ ...position(1, 0), resource: { ...position(1, 0).resource, component: iri } }])
  expect(order()).toBe(first)

  cache.save([position(1, 2)])
  expect(numbers()).toEqual([2, 1])
  cache.save([position(3, 0)])
  expect(numbers()).toEqual([3, 2, 1])
  cache.save([groupOf(1, 3)])
  expect(numbers()).toEqual([3, 1])
  cache.clear()
  expect(numbers()).toEqual([])
})

test('tells those who read the order of a group when it changes, and of nothing else', () => {
  const cache = createResourceCache()
  cache.save([groupOf(1, 2), position(1, 0), position(2, 1)])
  const orders: unknown[] = []
  subscribeTo(
    () => positionsOf(group, cache.read),
    (order) => void orders.push(order),
  )
  cache.save([position(1, -1)])
  expect(orders).toEqual([])
  batch(() => {
    cache.save([position(1, 5)])
    cache.save([groupOf(1)])
  })
  expect(orders).toEqual([['/_/component_positions/1']])
})

test('compares values by their JSON, regardless of the order of properties', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([key, item]) => [key, shuffled(item)]),
    )
  }
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      expect(dequal(value, shuffled(structuredClone(value)))).toBe(true)
    }),
  )
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (one, other) => {
      const sorted = (value: unknown) => JSON.stringify(sortKeys(value))
      expect(dequal(one, other)).toBe(sorted(one) === sorted(other))
    }),
  )
})

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, item]) => [key, sortKeys(item)]),
  )
}
