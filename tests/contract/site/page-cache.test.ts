import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { get as request } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type StorageEnv, eachStorage } from '../../support/server/databases.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'

const past = '2026-01-05T09:00:00+00:00'

/** The response as it came over the wire; `fetch` would decompress it. */
const raw = (url: string, headers: Record<string, string>) =>
  new Promise<{ headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    request(url, { headers }, (answer) => {
      buffer(answer).then((bytes) => resolve({ headers: answer.headers, bytes }), reject)
    }).on('error', reject)
  })

eachStorage('rendered pages that are kept', (newStorage) => {
  let storage: StorageEnv
  let server: TestServer
  let editor: HttpClient
  let visitor: HttpClient
  let group: string
  let page: string
  beforeAll(async () => {
    storage = await newStorage()
    server = await startServer(storage)
    editor = createHttpClient(server.url)
    visitor = createHttpClient(server.url)
    await editor.signIn()
    page = String((await editor.get('/_/routes//')).json['page'])
    const { json } = await editor.get(page)
    group = (json['componentGroups'] as string[])[0]!
  })
  afterAll(() => server.stop())

  let ahead = 0
  const pass = (by: number, ...running: TestServer[]) => {
    ahead += by
    for (const one of [server, ...running]) one.advance(by)
  }

  const makeTitle = async (title: string, publishedAt: string | null = past) => {
    const { json, status } = await editor.post('/component/titles', {
      title,
      publishedAt,
      componentPositions: [{ componentGroup: group }],
    })
    expect(status).toBe(201)
    return String(json['@id'])
  }
  const rendersOf = async (ask: () => Promise<unknown>) => {
    const before = server.renders()
    await ask()
    return server.renders() - before
  }

  // Comes first: after a write, a page names the newest event only once the hub has heard of it.
  test('compresses as the browser accepts', async () => {
    const { text } = await visitor.request('/')
    const sent = async (accepted: string) => raw(`${server.url}/`, { 'accept-encoding': accepted })
    const [br, gzip, plain, refused] = await Promise.all(
      ['gzip, deflate, br', 'gzip', 'identity', 'br;q=0, gzip;q=0'].map(sent),
    )
    expect(br!.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br!.bytes).toString()).toBe(text)
    expect(gzip!.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip!.bytes).toString()).toBe(text)
    expect(br!.bytes.length).toBeLessThan(gzip!.bytes.length)
    for (const answer of [plain!, refused!]) {
      expect(answer.headers['content-encoding']).toBeUndefined()
      expect(answer.bytes.toString()).toBe(text)
    }
    expect(br!.headers['vary']).toContain('Accept-Encoding')
  })

  test('renders a page, its payload and a redirect once, whatever else the URL contains', async () => {
    await editor.post('/_/routes', { path: '/old', name: 'old', redirect: '/_/routes//about' })
    for (const path of ['/', '/about', '/about/_payload.json', '/old']) {
      const first = await visitor.request(path)
      const again = await rendersOf(async () => {
        for (const query of ['', '?utm_source=mail', '?cwa_force=true&b1']) {
          const { status, text } = await createHttpClient(server.url).request(path + query)
          expect([status, text]).toEqual([first.status, first.text])
        }
      })
      expect([path, again]).toEqual([path, 0])
    }
    expect(await rendersOf(() => visitor.request('/?page=2'))).toBe(1)
    expect((await visitor.request('/?page=2&utm_source=mail')).text).toContain('"search":"?page=2"')
  })

  test('does not cache errors', async () => {
    await visitor.request('/nowhere')
    expect(await rendersOf(() => visitor.request('/nowhere'))).toBe(1)
    expect((await visitor.request('/nowhere')).headers.get('etag')).toBeNull()
  })

  test('sends concurrent requests for a page the same response', async () => {
    const count = await rendersOf(() =>
      Promise.all(Array.from({ length: 20 }, () => visitor.request('/about?page=20'))),
    )
    expect(count).toBe(1)
  })

  test('responds with 304 until the page changes', async () => {
    for (const path of ['/', '/_payload.json']) {
      const { headers } = await visitor.request(path)
      expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
      const known = { 'if-none-match': `"other", ${headers.get('etag')}` }
      const { status, text } = await visitor.request(path, { headers: known })
      expect([status, text]).toEqual([304, ''])
      await makeTitle(`New at ${path}`)
      expect((await visitor.request(path, { headers: known })).status).toBe(200)
    }
  })

  test('responds to HEAD with the headers of GET', async () => {
    const [head, get] = [await visitor.request('/', { method: 'HEAD' }), await visitor.request('/')]
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'))
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
  })

  test('renders pages for a signed-in user only, and sends them to nobody else', async () => {
    await makeTitle('Not for everybody', null)
    for (const path of ['/', '/_payload.json']) {
      const forEditor = await editor.request(path)
      expect(forEditor.text).toContain('Not for everybody')
      expect(forEditor.headers.get('cache-control')).toBe('private, no-store')
      expect(forEditor.headers.get('etag')).toBeNull()
      // A payload is read without the renderer.
      expect(await rendersOf(() => editor.request(path))).toBe(path === '/' ? 1 : 0)
      const { text } = await visitor.request(path)
      expect(text).not.toContain('Not for everybody')
      expect(text).not.toContain('admin')
    }
  })

  test('shows a write to every request after its response', async () => {
    for (let at = 0; at < 10; at += 1) {
      await visitor.request('/')
      await makeTitle(`Title ${at}`)
      expect((await visitor.request('/')).text).toContain(`Title ${at}`)
      await editor.post('/_/site_config_parameters', { key: 'siteName', value: `Name ${at}` })
      await editor.patch('/_/site_config_parameters/siteName', { value: `Name ${at}` })
      expect((await visitor.request('/')).text).toContain(`| Name ${at}</title>`)
    }
  })

  test('keeps a page when something else is written', async () => {
    const about = String((await editor.get('/_/routes//about')).json['page'])
    await visitor.request('/')
    const renders = await rendersOf(async () => {
      await editor.patch(about, { metaDescription: 'Another one.' })
      await visitor.request('/')
    })
    expect(renders).toBe(0)
  })

  test('shows a scheduled draft when it is due, without anything publishing it', async () => {
    await makeTitle('At noon', new Date(Date.now() + ahead + 60_000).toISOString())
    expect((await visitor.request('/')).text).not.toContain('At noon')
    pass(61_000)
    expect((await visitor.request('/')).text).toContain('At noon')
  })

  test('shows what another process has written', async () => {
    const other = await startServer(storage)
    const elsewhere = createHttpClient(other.url)
    await elsewhere.signIn()
    await visitor.request('/')
    await elsewhere.post('/component/titles', {
      title: 'From elsewhere',
      publishedAt: past,
      componentPositions: [{ componentGroup: group }],
    })
    await vi.waitFor(async () => {
      // A requested page polls once a second.
      pass(1_000)
      expect((await visitor.request('/')).text).toContain('From elsewhere')
    })
    await other.stop()
  })

  describe('beside a server without a page cache', () => {
    let bare: TestServer
    beforeAll(async () => {
      bare = await startServer(storage, { PAGE_CACHE_MB: '0' })
      bare.advance(ahead)
    })
    afterAll(() => bare.stop())

    const paths = ['/', '/about', '/old', '/older', '/list', '/list?page=2', '/_payload.json']
    /** So long that a draft becomes due only when the test wants it, never between the reads that are compared. */
    const hour = 60 * 60 * 1000
    /** Parts that change with every event, though nothing on the page does. */
    const withoutEvent = (text: string) => text.replace(/"lastEventId":(null|"[^"]*")/, '')
    const read = async (of: TestServer, path: string) => {
      const { status, headers, text } = await createHttpClient(of.url).request(path)
      // Each contains its own origin.
      const comparableText = withoutEvent(text).replaceAll(of.url, 'http://site.test')
      return { path, status, to: headers.get('location'), text: comparableText }
    }

    const randomStep = fc.record({
      is: fc.constantFrom(
        ...(['title', 'draft', 'schedule', 'edit', 'publish', 'remove', 'move', 'page'] as const),
        ...(['redirect', 'unredirect', 'list', 'route', 'name', 'layout', 'wait'] as const),
      ),
      nth: fc.nat(6),
      read: fc.subarray(paths),
    })

    test('sends the same content, whatever is written in between', async () => {
      const titles: string[] = []
      const pages = [page, String((await editor.get('/_/routes//about')).json['page'])]
      const layouts = [String((await editor.get(page)).json['layout'])]
      const { json } = await editor.post('/_/layouts', {
        reference: 'another',
        uiComponent: 'Secondary',
      })
      layouts.push(String(json['@id']))
      let count = 0

      const carryOut = async ({ is, nth }: { is: string; nth: number }) => {
        const name = `${is} ${(count += 1)}`
        const title = titles[nth % titles.length]
        const one = pages[nth % pages.length]!
        switch (is) {
          case 'title':
            return titles.push(await makeTitle(name))
          case 'draft':
            return titles.push(await makeTitle(name, null))
          case 'schedule':
            return makeTitle(name, new Date(Date.now() + ahead + hour).toISOString())
          case 'edit':
            return title && editor.patch(title, { title: name })
          case 'publish':
            return title && editor.patch(title, { publishedAt: past })
          case 'remove':
            return title && editor.remove(`${title}?published=${nth % 2 === 0}`)
          case 'move': {
            const positions = (await editor.get(group)).json['componentPositions'] as string[]
            return editor.patch(positions[nth % positions.length]!, { sortValue: nth * 7 })
          }
          case 'page':
            return editor.patch(one, { title: name })
          case 'redirect':
            await editor.post('/_/routes', {
              path: '/old',
              name: '/old',
              redirect: '/_/routes//about',
            })
            return editor.post('/_/routes', {
              path: '/older',
              name: '/older',
              redirect: '/_/routes//old',
            })
          case 'unredirect':
            return editor.patch('/_/routes//old', {
              redirect: nth % 2 ? '/_/routes//' : '/_/routes//about',
            })
          case 'list': {
            const made = await editor.post('/_/pages', {
              reference: name,
              title: name,
              isTemplate: false,
              uiComponent: 'PrimaryPageTemplate',
              layout: layouts[0],
            })
            await editor.post('/_/routes', { path: '/list', name: '/list', page: made.json['@id'] })
            const into = await editor.post('/_/component_groups', {
              reference: `primary_${made.json['@id']}`,
              location: made.json['@id'],
              pages: [made.json['@id']],
            })
            return editor.post('/component/collections', {
              resourceIri: nth % 2 ? '/_/pages' : '/page_data/blog_article_datas',
              perPage: 2,
              componentPositions: [{ componentGroup: into.json['@id'] }],
            })
          }
          case 'route':
            return editor.patch('/_/routes//about', { name })
          case 'name':
            await editor.post('/_/site_config_parameters', { key: 'siteName', value: name })
            return editor.patch('/_/site_config_parameters/siteName', { value: name })
          case 'layout':
            return editor.patch(one, { layout: layouts[nth % 2] })
          default:
            return pass((2 / 3) * hour, bare)
        }
      }

      await fc.assert(
        fc.asyncProperty(fc.array(randomStep, { minLength: 3, maxLength: 8 }), async (steps) => {
          for (const one of steps) {
            await carryOut(one)
            // The other process caches what it has read for a second.
            pass(1_000, bare)
            for (const path of one.read)
              expect(await read(server, path)).toEqual(await read(bare, path))
          }
        }),
        { numRuns: 8 },
      )
      expect((await read(server, '/')).status).toBe(200)
      expect(await rendersOf(() => read(server, '/'))).toBe(0)
    }, 60_000)
  })
})
