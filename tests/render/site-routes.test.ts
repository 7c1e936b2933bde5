import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PayloadResponse } from '#content/page/fetching/payload.ts'
import type { User } from '#content/model/resource.ts'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import { anonymous } from '#server/auth/viewer.ts'
import { createPageCache } from '#server/render/cache/page-cache.ts'
import { createStaticFiles } from '#server/render/static-files.ts'
import type { SiteOptions } from '#server/render/site-options.ts'
import { createSiteRoutes } from '#server/render/site-routes.ts'
import * as renderer from '#src/entry-server.tsx'
import { component, pagePayload } from '../support/content/page-payload.ts'
import template from '../../index.html?raw'
import { errorPayload } from '../support/ui/render-request.ts'

const editor = { viewer: { userId: '1', roles: ['ROLE_ADMIN'] as const } }
const user = {
  '@id': '/users/1',
  '@type': 'User',
  username: 'eve',
  roles: ['ROLE_ADMIN'],
  _metadata: {},
} as unknown

const style = { href: '/assets/a.css', text: 'body{margin:0}', source: "'sha256-of-a'" }

const siteWith = (more: Partial<SiteOptions> = {}) =>
  createSiteRoutes({
    build: 'b1',
    loadRenderer: () => Promise.resolve(renderer),
    assets: {
      visitor: { script: '/assets/a.js', preloads: ['/assets/b.js'], styles: [style] },
      editor: { script: '/assets/editor.js', preloads: [], styles: [style] },
    },
    identifyViewer: () => Promise.resolve({ viewer: anonymous, user: null }),
    sendToApi: null,
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

/** Returns the state as it stands in the document. */
const stateIn = (html: string) => {
  const [, json] = /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(json!) as renderer.DocumentState
}

describe('a document', () => {
  test('is the template with every placeholder filled', async () => {
    const html = await (await get('/')).text()
    expect(html).not.toMatch(/%[a-z]+%|<!--(head|root|state)|src\/entry-client/i)
    const lines = template.split('\n').filter((line) => !/%|<!--|<script/.test(line))
    for (const line of lines) expect(html.split('\n')).toContain(line)
    expect(html).toContain('<script type="module" src="/assets/a.js"></script>')
  })

  test('contains the page, its head, its assets and the initial state', async () => {
    const answer = await get('/')
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(html).toContain('<title>A page | CWA Web App</title>')
    expect(html).toContain('<link rel="canonical" href="https://troupe.test/">')
    expect(html).toContain('<style>body{margin:0}</style>')
    // Not loaded, as it is there already.
    expect(html).toContain('<link rel="stylesheet" href="/assets/a.css" disabled>')
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

  test('cannot be broken by content', async () => {
    const hostile = '</script><script>evil()</script><!-- \u2028 " & \' </title>'
    const title = component('Title', '1', { title: hostile, note: `not shown: ${hostile}` })
    const page = pagePayload([title], { title: hostile })
    const html = await (await get('/', { readPage: () => Promise.resolve(page) })).text()
    expect(html.match(/<script/g)).toHaveLength(3)
    expect(html).not.toContain('evil()</script')
    expect(html).toContain('&lt;/title&gt;')
    expect(html).not.toContain('\u2028 "')
    expect(JSON.stringify(stateIn(html).content)).toContain(JSON.stringify(title['note']))
  })

  test("allows only the site's own scripts and styles", async () => {
    const answer = await get('/')
    const html = await answer.text()
    const policy = answer.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'self'")
    // Rules are no code, but browsers apply the policy for scripts to them.
    const [, rules = ''] = /<script type="speculationrules"[^>]*>(.*?)<\/script>/s.exec(html)!
    const hash = createHash('sha256').update(rules).digest('base64')
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
    expect(JSON.parse(rules)).toHaveProperty('prerender')
    expect(policy).toContain("style-src 'self' 'sha256-of-a';")
    expect(policy).not.toMatch(/(script|style)-src [^;]*(unsafe|nonce)/)
    // Inline scripts are data only, which the policy need not allow.
    const inline = [...html.matchAll(/<(script|style)(?![^>]*\bsrc=)[^>]*>/g)]
    expect(inline.map(([tag]) => tag)).toEqual([
      '<script type="speculationrules" id="speculation">',
      '<style>',
      '<script type="application/json" id="state">',
    ])
  })

  test('sanitizes HTML that was stored unsanitized', async () => {
    const html = '<p onclick="evil()">Hi<img src=x onerror=evil()><script>evil()</script></p>'
    const page = pagePayload([component('HtmlContent', '1', { html })])
    const answer = await get('/', { readPage: () => Promise.resolve(page) })
    const document = await answer.text()
    expect(document).toContain('<p>Hi</p>')
    expect(document).not.toContain('evil')
  })
})

describe('statuses', () => {
  test('responds with 404 and the error page when nothing is found', async () => {
    const answer = await get('/nowhere')
    expect(answer.status).toBe(404)
    const html = await answer.text()
    expect(html).toContain('This Page Doesn’t Exist')
    expect(html).toContain('<meta name="robots" content="noindex">')
  })

  test('responds with 308 when a route has moved', async () => {
    const answer = await get('/old')
    expect(answer.status).toBe(308)
    expect(answer.headers.get('location')).toBe('/new')
  })

  test.each([
    ['/about/', '/about'],
    ['/about///?page=2&x=%20y', '/about?page=2&x=%20y'],
    ['/_cwa/pages/?q=a', '/_cwa/pages?q=a'],
    ['/caf%C3%A9/', '/caf%C3%A9'],
    ['//', '/'],
  ])('%s has moved to the address without its last slash, query kept', async (path, target) => {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([308, target])
  })

  test.each(['/', '//evil.test/', '/\\evil.test/'])(
    '%s does not lead to another site',
    async (path) => {
      expect((await get(path)).headers.get('location')).toBeNull()
    },
  )

  test('what is not there is named with its whole query', async () => {
    const cache = createPageCache({
      changes: { subscribe: () => {}, poll: () => {}, nextDue: () => Promise.resolve(null) },
      maxBytes: 1_000_000,
      clock: Date.now,
    })
    const paths = ['/nowhere?ref=a&page=2', '/nowhere?ref=b&page=2', '/nowhere?page=2']
    const answers = paths.map(async (path) => (await get(path, { cache })).text())
    for (const [at, html] of (await Promise.all(answers)).entries())
      expect(html).toContain(`Page not found: ${paths[at]!.replace('&', '&amp;')}<`)
  })

  test('responds with 500, which is logged without details for the client', async () => {
    const logged: unknown[] = []
    const answer = await get('/', {
      readPage: () => Promise.reject(new Error('the database is gone')),
      log: (problem) => logged.push(problem),
    })
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('database')
    expect(String(logged)).toContain('the database is gone')
  })

  test('decodes the path, and responds with 404 when that is impossible', async () => {
    expect((await get('/caf%C3%A9')).status).toBe(200)
    expect((await get('/%E0%A4%A')).status).toBe(404)
  })
})

describe('caching', () => {
  test("lets caches store a visitor's page and revalidate it", async () => {
    const { headers } = await get('/')
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    expect(headers.get('vary')).toContain('Cookie')
  })

  test("does not let caches store a signed-in user's page", async () => {
    const identifyViewer = () => Promise.resolve({ ...editor, user: user as User })
    for (const path of ['/', '/_payload.json']) {
      const { headers } = await get(path, { identifyViewer })
      expect(headers.get('cache-control'), path).toBe('private, no-store')
    }
  })

  test('says who is signed in, and signs out, without scripts: to nobody else', async () => {
    const identifyViewer = () =>
      Promise.resolve({ ...editor, user: { ...(user as User), username: '</noscript><b>' } })
    const html = await (await get('/', { identifyViewer })).text()
    expect(html).toMatch(
      /<noscript>.*action="\/logout".*Signed in as &lt;\/noscript&gt;&lt;b&gt;.*<\/noscript>/,
    )
    expect(html).not.toContain('needs scripts')
    expect(await (await get('/')).text()).not.toContain('<noscript>')
  })

  test('says without scripts that the admin area needs them', async () => {
    const identifyViewer = () => Promise.resolve({ ...editor, user: user as User })
    const html = await (await get('/_cwa/pages', { identifyViewer })).text()
    expect(html).toMatch(/<noscript>.*This screen needs scripts.*Sign out.*<\/noscript>/)
  })
})

describe('a payload', () => {
  const payload = async (path: string, more?: Partial<SiteOptions>) =>
    (await (await get(path, more)).json()) as PayloadResponse

  test('contains the content of the page', async () => {
    expect(await payload('/_payload.json?b1')).toMatchObject({
      build: 'b1',
      status: 200,
      page: { path: '/' },
    })
    const { entries, page } = await payload('/caf%C3%A9/_payload.json')
    expect(page!.resources).toEqual(entries.map(({ resource }) => resource['@id']))
  })

  test('names the user that it was read for, or nobody', async () => {
    const identifyViewer = () => Promise.resolve({ ...editor, user: user as User })
    expect((await payload('/_payload.json', { identifyViewer })).user).toBe('/users/1')
    expect((await payload('/_payload.json')).user).toBeNull()
    expect((await payload('/nowhere/_payload.json')).user).toBeNull()
  })

  test('contains the status of the page instead of failing', async () => {
    expect(await payload('/nowhere/_payload.json')).toMatchObject({
      status: 404,
      page: null,
      failure: { status: 404, message: 'Page not found: /nowhere' },
    })
    expect(await payload('/old/_payload.json')).toMatchObject({ redirect: '/new', page: null })
  })

  test('is sanitized', async () => {
    const page = pagePayload([
      component('HtmlContent', '1', { html: '<p>Hi<script>evil()</script>' }),
    ])
    const answer = await payload('/_payload.json', { readPage: () => Promise.resolve(page) })
    expect(JSON.stringify(answer)).not.toContain('evil')
  })

  test('is not offered for a remote API', async () => {
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

  test('are sent in the best encoding, immutable if their name has a hash', async () => {
    const answer = await file('/assets/a.js', { 'accept-encoding': 'gzip, deflate' })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(gunzipSync(await answer.arrayBuffer()).toString()).toBe(script)
    expect(await (await file('/assets/a.js')).text()).toBe(script)
  })

  test('are answered with 304 to clients that have them', async () => {
    const first = await file('/favicon.svg')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const again = await file('/favicon.svg', { 'if-none-match': first.headers.get('etag')! })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  test('of the build itself are not served', async () => {
    expect((await file('/.vite/manifest.json')).status).toBe(404)
    expect((await file('/assets/../.vite/manifest.json')).status).toBe(404)
  })
})
