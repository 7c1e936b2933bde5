import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PayloadResponse } from '#content/page/payload.ts'
import type { User } from '#content/model/resource.ts'
import { defaultSiteConfig } from '#content/page/site-config.ts'
import { anonymous } from '#server/http/hono-env.ts'
import { createStaticFiles } from '#server/render/static-files.ts'
import { type SiteOptions, createSiteRoutes } from '#server/render/site-routes.ts'
import * as renderer from '#src/entry-server.tsx'
import { component, pagePayload } from '../support/content/page-payload.ts'
import { errorPayload } from '../support/ui/render-request.ts'

const editor = { viewer: { userId: '1', roles: ['ROLE_ADMIN'] as const } }
const user = { '@id': '/users/1', '@type': 'User', roles: ['ROLE_ADMIN'], _metadata: {} } as unknown

const siteWith = (more: Partial<SiteOptions> = {}) =>
  createSiteRoutes({
    build: 'b1',
    loadRenderer: () => Promise.resolve(renderer),
    assets: { script: '/assets/a.js', preloads: ['/assets/b.js'], styles: ['/assets/a.css'] },
    whoAsks: () => Promise.resolve({ viewer: anonymous, user: null }),
    siteConfig: () => Promise.resolve(defaultSiteConfig),
    readPage: (path) =>
      Promise.resolve(
        path === '/' || path === '/café'
          ? pagePayload([component('Title', '1', { title: 'Curtain up' })], { path })
          : path === '/old'
            ? { status: 308, redirect: '/new', page: null, entries: [] }
            : errorPayload(404, `Page not found: ${path}`),
      ),
    api: { base: '/_api', internalBase: 'http://api.test', fetch },
    hub: { url: '/hub', lastEventId: () => Promise.resolve('urn:uuid:7') },
    cache: null,
    origin: () => 'https://troupe.test',
    log: () => {},
    ...more,
  })

const get = (path: string, more: Partial<SiteOptions> = {}, headers: Record<string, string> = {}) =>
  siteWith(more).request(`http://troupe.test${path}`, { headers })

/** What the browser will parse out of the document. */
const stateIn = (html: string) => {
  const [, json] = /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(json!) as renderer.PageState
}

describe('a document', () => {
  test('holds the page, its head, what it is built of and what the browser starts from', async () => {
    const answer = await get('/')
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(html).toContain('<title>A page | CWA Web App</title>')
    expect(html).toContain('<link rel="canonical" href="https://troupe.test/">')
    expect(html).toContain('<link rel="stylesheet" href="/assets/a.css">')
    expect(html).toContain('<link rel="modulepreload" href="/assets/b.js">')
    expect(html).toMatch(/<div id="root">.*Curtain up.*<\/div>/)
    expect(stateIn(html)).toMatchObject({
      build: 'b1',
      api: '/_api',
      hub: '/hub',
      lastEventId: 'urn:uuid:7',
      location: { path: '/', search: '', hash: '' },
      page: { path: '/' },
      user: null,
    })
  })

  test('stays whole whatever its content says', async () => {
    const hostile = '</script><script>evil()</script><!-- \u2028 " & \' </title>'
    const page = pagePayload([component('Title', '1', { title: hostile })], { title: hostile })
    const html = await (await get('/', { readPage: () => Promise.resolve(page) })).text()
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(html).not.toContain('evil()</script')
    expect(html).toContain('&lt;/title&gt;')
    expect(html).not.toContain('\u2028 "')
    const [title] = stateIn(html).entries.filter(({ resource }) => resource['@type'] === 'Title')
    expect(title!.resource['title']).toBe(hostile)
  })

  test('takes no script and no style but its own', async () => {
    const answer = await get('/')
    const policy = answer.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src 'self';")
    expect(policy).not.toMatch(/(script|style)-src [^;]*(unsafe|nonce)/)
    // What stands in the document itself is data, which no policy has to allow.
    const inline = [...(await answer.text()).matchAll(/<(script|style)(?![^>]*\bsrc=)[^>]*>/g)]
    expect(inline.map(([tag]) => tag)).toEqual(['<script type="application/json" id="state">'])
  })

  test('HTML that was stored before it could be cleaned is cleaned now', async () => {
    const html = '<p onclick="evil()">Hi<img src=x onerror=evil()><script>evil()</script></p>'
    const page = pagePayload([component('HtmlContent', '1', { html })])
    const answer = await get('/', { readPage: () => Promise.resolve(page) })
    const document = await answer.text()
    expect(document).toContain('<p>Hi</p>')
    expect(document).not.toContain('evil')
  })
})

describe('statuses', () => {
  test('what is not there is a 404, with the error page', async () => {
    const answer = await get('/nowhere')
    expect(answer.status).toBe(404)
    const html = await answer.text()
    expect(html).toContain('This Page Doesn’t Exist')
    expect(html).toContain('<meta name="robots" content="noindex">')
  })

  test('what has moved is a 308', async () => {
    const answer = await get('/old')
    expect(answer.status).toBe(308)
    expect(answer.headers.get('location')).toBe('/new')
  })

  test('what cannot be read is a 500 that is logged and not told', async () => {
    const logged: unknown[] = []
    const answer = await get('/', {
      readPage: () => Promise.reject(new Error('the database is gone')),
      log: (problem) => logged.push(problem),
    })
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('database')
    expect(String(logged)).toContain('the database is gone')
  })

  test('a path is looked up as it is meant, and one that is not text is not there', async () => {
    expect((await get('/caf%C3%A9')).status).toBe(200)
    expect((await get('/%E0%A4%A')).status).toBe(404)
  })
})

describe('who may keep an answer', () => {
  test('what everybody sees may be kept, and is asked for again', async () => {
    const { headers } = await get('/')
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    expect(headers.get('vary')).toContain('Cookie')
  })

  test('what was made for somebody is for nobody else', async () => {
    const whoAsks = () => Promise.resolve({ ...editor, user: user as User })
    for (const path of ['/', '/_payload.json']) {
      const { headers } = await get(path, { whoAsks })
      expect(headers.get('cache-control'), path).toBe('private, no-store')
    }
  })
})

describe('a payload', () => {
  const payload = async (path: string, more?: Partial<SiteOptions>) =>
    (await (await get(path, more)).json()) as PayloadResponse

  test('is the page in one answer, beside the page', async () => {
    expect(await payload('/_payload.json?b1')).toMatchObject({
      build: 'b1',
      status: 200,
      page: { path: '/' },
    })
    const { entries, page } = await payload('/caf%C3%A9/_payload.json')
    expect(page!.resources).toEqual(entries.map(({ resource }) => resource['@id']))
  })

  test('says what became of the page rather than failing', async () => {
    expect(await payload('/nowhere/_payload.json')).toMatchObject({
      status: 404,
      page: null,
      failure: { status: 404, message: 'Page not found: /nowhere' },
    })
    expect(await payload('/old/_payload.json')).toMatchObject({ redirect: '/new', page: null })
  })

  test('is clean', async () => {
    const page = pagePayload([
      component('HtmlContent', '1', { html: '<p>Hi<script>evil()</script>' }),
    ])
    const answer = await payload('/_payload.json', { readPage: () => Promise.resolve(page) })
    expect(JSON.stringify(answer)).not.toContain('evil')
  })

  test('is not offered where the content has to be gathered piece by piece', async () => {
    expect((await get('/_payload.json', { readPage: null })).status).toBe(404)
  })
})

describe('files', () => {
  let folder: string
  const script = 'export const answer = 42 // '.padEnd(400, 'x')

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'troupe-files-'))
    await mkdir(join(folder, 'assets'))
    await mkdir(join(folder, '.vite'))
    await writeFile(join(folder, 'assets', 'a.js'), script)
    await writeFile(join(folder, 'assets', 'a.js.gz'), gzipSync(script))
    await writeFile(join(folder, 'favicon.svg'), '<svg/>')
    await writeFile(join(folder, '.vite', 'manifest.json'), '{}')
  })
  afterAll(() => rm(folder, { recursive: true }))

  const file = async (path: string, headers: Record<string, string> = {}) =>
    get(path, { files: await createStaticFiles(folder) }, headers)

  test('come in the smallest form a browser takes, for good where their name says so', async () => {
    const answer = await file('/assets/a.js', { 'accept-encoding': 'gzip, deflate' })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(gunzipSync(await answer.arrayBuffer()).toString()).toBe(script)
    expect(await (await file('/assets/a.js')).text()).toBe(script)
  })

  test('are not sent again to who has them', async () => {
    const first = await file('/favicon.svg')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const again = await file('/favicon.svg', { 'if-none-match': first.headers.get('etag')! })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  test('of the build itself are nobody’s business', async () => {
    expect((await file('/.vite/manifest.json')).status).toBe(404)
    expect((await file('/assets/../.vite/manifest.json')).status).toBe(404)
  })
})
