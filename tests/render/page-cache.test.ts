import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Iri } from '#content/model/iri.ts'
import { createPageCache } from '#server/render/cache/page-cache.ts'
import { precompute } from '#server/render/cache/precomputed-response.ts'

const title = '/component/titles/1'
const other = '/component/titles/2'

/** A cache over content that changes when the test says so; the test renders each page. */
const open = (maxBytes = 1_000_000) => {
  let now = 0
  let due: string | null = null
  let polls = 0
  const listeners: ((iris: readonly Iri[]) => void)[] = []
  const cache = createPageCache({
    changes: {
      subscribe: (one) => void listeners.push(one),
      poll: () => (polls += 1),
      nextDue: async () => due,
    },
    maxBytes,
    clock: () => now,
  })
  let made = 0
  const get = async (key: string, uses: Iri[], isCacheable = true, length = 10) => {
    const { identity } = await cache.get(key, async (used) => {
      made += 1
      for (const iri of uses) used.add(iri)
      return { response: precompute(200, {}, `${made}`.padEnd(length, '.')), isCacheable }
    })
    return Buffer.from(identity).toString().replaceAll('.', '')
  }
  return {
    cache,
    get,
    made: () => made,
    polls: () => polls,
    change: (...iris: Iri[]) => listeners.forEach((one) => one(iris)),
    schedule: (at: number) => (due = new Date(at).toISOString()),
    pass: (by: number) => (now += by),
  }
}

describe('a cached page', () => {
  test('is rendered once', async () => {
    const { get, made } = open()
    expect([await get('/', [title]), await get('/', [title])]).toEqual(['1', '1'])
    expect(await get('/about', [title])).toBe('2')
    expect(made()).toBe(2)
  })

  test('is removed by a change of a resource that it depends on, and by no other', async () => {
    const { get, change } = open()
    await get('/', [title])
    change(other)
    expect(await get('/', [title])).toBe('1')
    change(title)
    expect(await get('/', [title])).toBe('2')
  })

  test('that shows a list is removed by a change of any item of that list', async () => {
    const { get, change } = open()
    await get('/blog', ['/page_data/articles'])
    change('/page_data/articles/new')
    expect(await get('/blog', ['/page_data/articles'])).toBe('2')
    await get('/map', ['/_/routes'])
    change('/_/routes//a/b/c')
    expect(await get('/map', ['/_/routes'])).toBe('4')
  })

  test('is rendered again when a scheduled draft is due', async () => {
    const { get, schedule, pass } = open()
    schedule(5_000)
    await get('/', [title])
    pass(4_999)
    expect(await get('/', [title])).toBe('1')
    pass(1)
    expect(await get('/', [title])).toBe('2')
  })

  test('is rendered again after many changes, so that a browser has few events to catch up on', async () => {
    const { get, change } = open()
    await get('/', [title])
    for (let at = 0; at < 50; at += 1) change(`/component/titles/of-elsewhere-${at}`)
    expect(await get('/', [title])).toBe('1')
    change(other)
    expect(await get('/', [title])).toBe('2')
  })

  test('polls for unannounced changes at most once a second', async () => {
    const { get, polls, pass } = open()
    await get('/', [title])
    for (let at = 0; at < 10; at += 1) await get('/', [title])
    expect(polls()).toBe(0)
    pass(1_000)
    for (let at = 0; at < 10; at += 1) await get('/', [title])
    expect(polls()).toBe(1)
  })
})

describe('a page that is being rendered', () => {
  const pending = () => {
    let finish = () => {}
    const waiting = new Promise<void>((resolve) => (finish = resolve))
    return { waiting, finish: () => finish() }
  }
  const body = ({ identity }: { identity: Uint8Array }) => Buffer.from(identity).toString()

  test('is rendered once for concurrent requests', async () => {
    const { cache } = open()
    const { waiting, finish } = pending()
    let made = 0
    const make = async () => {
      made += 1
      await waiting
      return { response: precompute(200, {}, `${made}`), isCacheable: true }
    }
    const ask = async () => cache.get('/', make)
    const answers = [ask(), ask(), ask()]
    finish()
    expect((await Promise.all(answers)).map(body)).toEqual(['1', '1', '1'])
  })

  test('is not sent to requests that come after a change, and not cached if it depends on the change', async () => {
    const { cache, change } = open()
    const { waiting, finish } = pending()
    let made = 0
    const make = async (used: Set<Iri>) => {
      used.add(title)
      made += 1
      const mine = made
      if (mine === 1) await waiting
      return { response: precompute(200, {}, `${mine}`), isCacheable: true }
    }
    const before = cache.get('/', make)
    await Promise.resolve()
    change(title)
    expect(body(await cache.get('/', make))).toBe('2')
    finish()
    expect(body(await before)).toBe('1')
    expect(body(await cache.get('/', make))).toBe('2')
  })

  test('rejects for all that wait when it fails, and is tried again', async () => {
    const { cache } = open()
    const ask = async () => cache.get('/', () => Promise.reject(new Error('no')))
    const answers = [ask(), ask()]
    expect((await Promise.allSettled(answers)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ])
    const { get } = open()
    expect(await get('/', [])).toBe('1')
  })

  test('is not cached when it is an error', async () => {
    const { get, cache } = open()
    await get('/nowhere', [], false)
    expect(await get('/nowhere', [], false)).toBe('2')
    expect(cache.size()).toBe(0)
  })
})

test('never exceeds its size limit, and removes the least recently used page first', async () => {
  const { cache, get } = open(3_000)
  const ask = (key: string, length = 400) => get(key, [title], true, length)
  for (const key of ['/a', '/b', '/c']) await ask(key)
  expect(await ask('/a')).toBe('1')
  expect(await ask('/d')).toBe('4')
  expect(cache.size()).toBeLessThanOrEqual(3_000)
  expect([await ask('/a'), await ask('/c'), await ask('/b')]).toEqual(['1', '3', '5'])
  await ask('/huge', 4_000)
  expect(cache.size()).toBeLessThanOrEqual(3_000)
})

type Step =
  { is: 'read'; page: number } | { is: 'write'; iri: number } | { is: 'finish'; nth: number }

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ is: fc.constant('read' as const), page: fc.nat(3) }),
  fc.record({ is: fc.constant('write' as const), iri: fc.nat(3) }),
  fc.record({ is: fc.constant('finish' as const), nth: fc.nat(5) }),
)

test('never returns a page from before a write to a request after it, however reads, slow renders and writes interleave', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 40 }), async (steps) => {
      const { cache, change } = open(5_000)
      const iriOf = (at: number) => `/component/titles/${at}`
      const versions = [0, 0, 0, 0]
      const makings: (() => void)[] = []
      const checks: Promise<void>[] = []
      /** Each page depends on two resources. */
      const of = (page: number) => [page, (page + 1) % 4]
      const versionsOf = (page: number) => of(page).map((at) => versions[at]!)
      const read = async (page: number) => {
        const least = versionsOf(page)
        const { identity } = await cache.get(`/${page}`, async (used) => {
          for (const at of of(page)) used.add(iriOf(at))
          const seen = versionsOf(page)
          await new Promise<void>((finish) => makings.push(finish))
          return { response: precompute(200, {}, JSON.stringify(seen)), isCacheable: true }
        })
        const got = JSON.parse(Buffer.from(identity).toString()) as number[]
        for (const [at, version] of got.entries())
          expect(version).toBeGreaterThanOrEqual(least[at]!)
      }
      for (const step of steps) {
        if (step.is === 'read') checks.push(read(step.page))
        if (step.is === 'write') {
          versions[step.iri]! += 1
          change(iriOf(step.iri))
        }
        if (step.is === 'finish') makings.splice(step.nth, 1)[0]?.()
        for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
      }
      while (makings.length) {
        makings.splice(0).forEach((finish) => finish())
        for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
      }
      await Promise.all(checks)
      expect(cache.size()).toBeLessThanOrEqual(5_000)
    }),
  )
})
