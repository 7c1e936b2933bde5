import { beforeAll, describe, expect, test } from 'vitest'
import { locationOf } from '#content/navigation/location.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { toPagePayload } from '#server/render/pages/to-page-payload.ts'
import { anonymous } from '#server/auth/viewer.ts'
import {
  type Content,
  apiBase,
  fetchFrom,
  openInMemoryContent,
} from '../support/content/in-memory-api.ts'
import { renderCrawledPage, renderPage } from '../support/ui/render-page.ts'

describe('a page that is loaded resource by resource', () => {
  let content: Content
  beforeAll(async () => {
    content = await openInMemoryContent()
    await seedDemo(content.store)
  })

  const walk = (path: string, fetch: typeof globalThis.fetch) =>
    renderCrawledPage(locationOf(path), { internalBase: apiBase, fetch })

  test.each(['/', '/about'])(
    '%s is the same page as the one that came in one answer',
    async (path) => {
      const { fetch } = fetchFrom(content)
      const walked = await walk(path, fetch)
      const readPayload = async () => toPagePayload(path, await content.store.page(path, anonymous))
      const whole = await renderPage(readPayload, { location: locationOf(path) })
      expect(walked.status).toBe(200)
      expect(walked.body).toBe(whole.body)
      expect(walked.head).toEqual(whole.head)
      const iris = (rendered: typeof whole) =>
        rendered.state.entries.map(({ resource }) => resource['@id']).toSorted()
      expect(iris(walked)).toEqual(iris(whole))
    },
  )

  test('requests nearly everything at once with the manifest', async () => {
    const { fetch, requests } = fetchFrom(content)
    await walk('/', fetch)
    expect(requests.slice(0, 2).toSorted()).toEqual(['GET /_/routes//', 'GET /_/routes_manifest//'])
    expect(new Set(requests).size).toBe(requests.length)
  })

  test('follows references when there is no manifest', async () => {
    const { fetch } = fetchFrom(content)
    const walked = await walk('/', async (input, init) =>
      new Request(input, init).url.includes('routes_manifest')
        ? new Response(null, { status: 404 })
        : fetch(input, init),
    )
    expect(walked.status).toBe(200)
    expect(walked.body).toContain('<h1')
  })

  test('gives 404 for a missing page and a gap for a missing part', async () => {
    const { fetch } = fetchFrom(content)
    expect((await walk('/nowhere', fetch)).status).toBe(404)
    const walked = await walk('/', async (input, init) =>
      new Request(input, init).url.includes('/component/titles/')
        ? new Response(null, { status: 404 })
        : fetch(input, init),
    )
    expect(walked.status).toBe(200)
    expect(walked.body).not.toContain('<h1')
  })

  test('gives 502 with the error page when the API is unreachable, and the same in the browser', async () => {
    const walked = await walk('/', () => Promise.reject(new TypeError('fetch failed')))
    expect(walked.status).toBe(502)
    expect(walked.body).toContain('Bad Gateway')
    expect(walked.state.failure?.status).toBe(502)
  })
})
