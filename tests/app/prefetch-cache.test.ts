import { expect, test } from 'vitest'
import { locationOf } from '#content/navigation/location.ts'
import type { PagePayload } from '#content/page/fetching/payload.ts'
import { createPrefetchCache } from '#src/app/services/prefetch-cache.ts'
import { component, pagePayload } from '../support/content/page-payload.ts'

const about = pagePayload([component('Title', 'about', { title: 'About us' })], { path: '/about' })
const blog = pagePayload([component('Collection', 'articles')], { path: '/blog' })

const filled = async () => {
  let now = 0
  const cache = createPrefetchCache(() => now)
  await cache.prefetch(locationOf('/about'), () => Promise.resolve(about))
  await cache.prefetch(locationOf('/blog'), () => Promise.resolve(blog))
  return { cache, wait: (ms: number) => (now += ms) }
}

/** A cache that is fetching the About page; `respond` answers the request. */
const fetching = () => {
  const cache = createPrefetchCache()
  let respond: (payload: PagePayload | null) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const response = new Promise<PagePayload | null>((...settle) => ([respond, reject] = settle))
  const signals: AbortSignal[] = []
  const done = cache.prefetch(locationOf('/about'), (signal) => {
    signals.push(signal)
    return response
  })
  return { cache, respond, reject, done, signal: signals[0]! }
}

test('returns a page once, and only for the same path and query', async () => {
  const { cache } = await filled()
  expect(cache.take(locationOf('/about?page=2'))).toBeNull()
  expect(await cache.take(locationOf('/about#team'))).toBe(about)
  expect(cache.take(locationOf('/about'))).toBeNull()
})

test('returns nothing after five minutes', async () => {
  const { cache, wait } = await filled()
  wait(299_999)
  expect(cache.has(locationOf('/about'))).toBe(true)
  wait(1)
  expect(cache.has(locationOf('/about'))).toBe(false)
  expect(cache.take(locationOf('/about'))).toBeNull()
})

test('deletes the pages that contain a changed resource', async () => {
  const { cache } = await filled()
  cache.deleteAffected('/component/Title/about')
  expect(cache.take(locationOf('/about'))).toBeNull()
})

test('deletes pages with a collection after any change', async () => {
  const { cache } = await filled()
  cache.deleteAffected('/page_data/blog_article_datas/new')
  expect(cache.take(locationOf('/blog'))).toBeNull()
  expect(await cache.take(locationOf('/about'))).toBe(about)
})

test('can be cleared', async () => {
  const { cache } = await filled()
  cache.clear()
  expect(cache.take(locationOf('/about'))).toBeNull()
})

test('gives a page that is being fetched to its visit without a second request', async () => {
  const { cache, respond, done, signal } = fetching()
  expect(cache.has(locationOf('/about'))).toBe(true)
  const taken = cache.take(locationOf('/about'))
  respond(about)
  expect(await taken).toBe(about)
  await done
  expect(signal.aborted).toBe(false)
  expect(cache.has(locationOf('/about'))).toBe(false)
})

test.each([
  ['that does not exist', (page: ReturnType<typeof fetching>) => page.respond(null)],
  ['that cannot be fetched', (page: ReturnType<typeof fetching>) => page.reject(new Error('lost'))],
])('leaves a page %s to its visit', async (_, answer) => {
  const page = fetching()
  const taken = page.cache.take(locationOf('/about'))
  answer(page)
  expect(await taken).toBeNull()
  await page.done
  expect(page.cache.has(locationOf('/about'))).toBe(false)
})

test.each([
  [
    'any change',
    (cache: ReturnType<typeof createPrefetchCache>) => cache.deleteAffected('/layouts/other'),
  ],
  ['a change of user', (cache: ReturnType<typeof createPrefetchCache>) => cache.clear()],
])('aborts a page that is being fetched at %s', async (_, evict) => {
  const { cache, respond, done, signal } = fetching()
  evict(cache)
  expect(signal.aborted).toBe(true)
  respond(about)
  await done
  expect(cache.has(locationOf('/about'))).toBe(false)
})
