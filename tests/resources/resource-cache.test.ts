import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import type { Resource, Versioned } from '#content/model/resource.ts'
import { isDeepEqual } from '#content/model/deep-equal.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'

const iri = '/component/titles/1'
const titled = (title: string, etag?: string): Versioned => ({
  resource: { '@id': iri, '@type': 'Title', _metadata: {}, title, places: ['a', 'b'] },
  ...(etag && { etag }),
})

/** How often somebody who listens to an IRI is told. */
const listening = (cache: ReturnType<typeof createResourceCache>, to = iri) => {
  const heard: (Resource | undefined)[] = []
  cache.entry(to).subscribe(({ resource }) => void heard.push(resource))
  return heard
}

test('knows nothing at first', () => {
  const cache = createResourceCache()
  expect(cache.read(iri)).toBeUndefined()
  expect(cache.etag(iri)).toBeUndefined()
  expect(cache.entry(iri).get().status).toBeUndefined()
  expect(cache.snapshot()).toEqual([])
})

test('keeps what has arrived, how it was asked for, and when', () => {
  const cache = createResourceCache(() => 42)
  cache.save([titled('A', '"1"')], { path: '/about', ssr: true })
  expect(cache.entry(iri).get()).toEqual({
    status: 1,
    resource: titled('A').resource,
    etag: '"1"',
    path: '/about',
    ssr: true,
    fetchedAt: 42,
  })
})

test('tells those who listen to an IRI, and nobody else', () => {
  const cache = createResourceCache()
  const heard = listening(cache)
  const elsewhere = listening(cache, '/component/titles/2')
  cache.save([titled('A')])
  cache.save([titled('B')])
  expect(heard.map((resource) => resource?.['title'])).toEqual(['A', 'B'])
  expect(elsewhere).toEqual([])
})

test('what has not changed stays the same object, with the newer version', () => {
  const cache = createResourceCache()
  cache.save([titled('A', '"1"')])
  const before = cache.read(iri)
  cache.save([titled('A', '"2"')])
  expect(cache.read(iri)).toBe(before)
  expect(cache.etag(iri)).toBe('"2"')
})

test('a version that came without one is not the old one', () => {
  const cache = createResourceCache()
  cache.save([titled('A', '"1"')])
  cache.save([titled('B')])
  expect(cache.etag(iri)).toBeUndefined()
})

test('while it is asked for again, and when that fails, what is known is still there', () => {
  const cache = createResourceCache()
  cache.save([titled('A')])
  cache.begin(iri, { path: '/' })
  expect(cache.entry(iri).get()).toMatchObject({ status: 0, path: '/' })
  const failure = new Failure('offline')
  cache.fail(iri, failure)
  expect(cache.entry(iri).get()).toMatchObject({ status: -1, error: failure })
  expect(cache.read(iri)).toEqual(titled('A').resource)
  cache.begin(iri)
  expect(cache.entry(iri).get().error).toBeUndefined()
})

test('forgets what is gone: removed, or sent with nothing but its identity', () => {
  const cache = createResourceCache()
  cache.save([titled('A')])
  cache.remove([iri, '/component/titles/unheard-of'])
  expect(cache.read(iri)).toBeUndefined()
  cache.save([titled('A')])
  cache.save([{ resource: { '@id': iri } as Resource }])
  expect(cache.read(iri)).toBeUndefined()
})

test('when it is cleared, those who listen are told and go on listening', () => {
  const cache = createResourceCache()
  cache.save([titled('A')])
  const heard = listening(cache)
  cache.clear()
  cache.save([titled('B')])
  expect(heard.map((resource) => resource?.['title'])).toEqual([undefined, 'B'])
})

test('travels as it was kept', () => {
  const cache = createResourceCache()
  cache.save([titled('A', '"1"')])
  cache.begin('/component/titles/2')
  const other = createResourceCache()
  other.save(cache.snapshot())
  expect(other.snapshot()).toEqual([titled('A', '"1"')])
})

test('two values are the same when JSON would say so, whatever the order of properties', () => {
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
      expect(isDeepEqual(value, shuffled(structuredClone(value)))).toBe(true)
    }),
  )
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (one, other) => {
      const sorted = (value: unknown) => JSON.stringify(sortKeys(value))
      expect(isDeepEqual(one, other)).toBe(sorted(one) === sorted(other))
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
