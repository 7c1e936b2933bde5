import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachStorage } from '../../support/server/databases.ts'
import { exchangeRaw } from '../../support/http/raw-http.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'

/**
 * NUL, half a surrogate pair and invalid UTF-8 as they appear in an address, alone and within other text.
 */
const kinds = ['%00', 'a%00b', '%ED%A0%80', '%FF', '%C0%80', '%EF%BF%BF', '%F0%9F%8E%AA%00']

const site = (wild: string) => [
  `/blog-articles?title=${wild}`,
  `/blog-articles?${wild}=x`,
  `/blog-articles?page=${wild}&perPage=${wild}`,
  `/blog-articles?order[title]=${wild}&order[${wild}]=asc`,
  `/blog-articles/_payload.json?title=${wild}`,
  `/${wild}`,
  `/${wild}/_payload.json`,
  `/blog-articles/${wild}`,
  `/_cwa/%2F_%2Fpages%2F${wild}`,
  `/login?back=${wild}`,
  `/reset-password/${wild}/${wild}`,
  `/verify-email/${wild}/${wild}`,
  `/__sitemap__/${wild}`,
  `/healthz?${wild}`,
]
const hub = (wild: string) => [
  `/.well-known/mercure?topic=${wild}`,
  `/.well-known/mercure?topic=*&Last-Event-ID=${wild}`,
  `/.well-known/mercure?match_urlpattern=/${wild}`,
]
const lists = [
  ...['/component/titles', '/component/collections', '/page_data/blog_article_datas', '/users'],
  ...['/_/pages', '/_/layouts', '/_/routes', '/_/component_groups', '/_/site_config_parameters'],
]
const searched = ['title', 'reference', 'layout.reference', 'path', 'username', 'isTemplate[]']
const api = (wild: string) => [
  ...lists.flatMap((list) => [
    `/_api${list}/${wild}`,
    `/_api${list}?${searched.map((name) => `${name}=${wild}`).join('&')}&order[createdAt]=${wild}`,
  ]),
  `/_api/_/routes//${wild}`,
  `/_api/_/routes//${wild}/redirects`,
  `/_api/_/routes//${wild}/children`,
  `/_api/_/resource_manifest//${wild}`,
  `/_api/_/resource_manifest/${wild}`,
  `/_api/_/routes_manifest//${wild}`,
  `/_api/_/page_data_metadatas/${wild}`,
  `/_api/component/titles/${wild}/usage`,
  `/_api/component/images/${wild}/download/file`,
  `/_api/component/images/${wild}/download/${wild}/${wild}`,
  `/_api/component/forms/password_reset?username=${wild}&token=${wild}`,
  `/_api/component/forms/${wild}?token=${wild}`,
  `/_api/password/reset/request/${wild}`,
  `/_api/verify-email/${wild}/${wild}`,
  `/_api/confirm-email/${wild}/${wild}/${wild}`,
  `/_api/resend-verify-email/${wild}`,
  `/_api/resend-verify-new-email/${wild}`,
  `/_api/${wild}`,
]

eachStorage('text that databases cannot store', (newStorage) => {
  let server: TestServer
  let editor: HttpClient
  let visitor: HttpClient
  beforeAll(async () => {
    server = await startServer(await newStorage())
    editor = createHttpClient(server.url)
    visitor = createHttpClient(server.url)
    await editor.signIn()
  })
  afterAll(() => server.stop())

  /**
   * Sends the path as it is, since HTTP clients would normalize it. Resolves with the status, without
   * waiting for the end of a stream.
   */
  const statusOf = async (path: string, head: readonly string[] = [], cookie = '', body = '') => {
    const lines = [
      `${body ? 'POST' : 'GET'} ${path} HTTP/1.1`,
      ...['Host: x', ...head, ...(cookie ? [`Cookie: ${cookie}`] : [])],
      ...(body ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : []),
    ]
    const answer = await exchangeRaw(
      server.url,
      (send) => send(Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1')),
      { until: 'answered' },
    )
    return answer.status
  }
  const faults = async (paths: readonly string[], cookie = '') => {
    const found: string[] = []
    for (const path of paths) {
      const status = await statusOf(path, [], cookie)
      if (status === null || status >= 500) found.push(`${status} ${path}`)
    }
    return found
  }

  describe.each(kinds)('%s', (wild) => {
    test('in an address of the site causes no server error', async () => {
      expect(await faults(site(wild))).toEqual([])
      expect(await faults(site(wild), editor.cookieFor('/'))).toEqual([])
    })

    test('in an address of the hub causes no server error', async () => {
      expect(await faults(hub(wild))).toEqual([])
      expect(await faults(hub(wild), editor.cookieFor('/.well-known/mercure'))).toEqual([])
    })

    test('in an address of the API causes no server error', async () => {
      expect(await faults(api(wild))).toEqual([])
      expect(await faults(api(wild), editor.cookieFor('/_api'))).toEqual([])
    })
  })

  test('matches nothing, and the page is served', async () => {
    const list = '/blog-articles/_payload.json?title='
    const found = async (term: string) => (await visitor.request(list + term)).text
    expect(await found('article')).toContain('Blog Article 1')
    expect(await found('%00')).not.toContain('Blog Article 1')
    expect((await visitor.request('/blog-articles?title=%00')).status).toBe(200)
  })

  test.each(['\u0000', '\u0080', '\u00FF', '\u00ED\u00A0\u0080', '%00', '%ED%A0%80'])(
    'in headers and cookies causes no server error: %j',
    async (wild) => {
      const names = [
        ...['path', 'accept', 'if-match', 'if-none-match', 'preload', 'authorization', 'origin'],
        ...['last-event-id', 'x-forwarded-for', 'x-forwarded-proto', 'referer', 'accept-encoding'],
      ]
      const paths = ['/', '/_api/_/layouts', '/_api/me', '/.well-known/mercure?topic=*']
      const found: string[] = []
      for (const path of paths) {
        for (const name of names) {
          const status = await statusOf(path, [`${name}: ${name === 'path' ? '/' : ''}${wild}`])
          if (status === null || status >= 500) found.push(`${status} ${path} ${name}`)
        }
        for (const name of ['api_component', 'mercureAuthorization', wild]) {
          const status = await statusOf(path, [], `${name}=${wild}`)
          if (status === null || status >= 500) found.push(`${status} ${path} cookie ${name}`)
        }
      }
      expect(found).toEqual([])
    },
  )

  const cookieFor = () => editor.cookieFor('/_api')

  test.each([String.raw`\u0000`, String.raw`\ud800`, String.raw`x\udfffx`, '\u00C0\u0080'])(
    'in JSON causes no server error: %s',
    async (wild) => {
      const bodies: [string, string][] = [
        ['/_api/login', `{"username":"${wild}","password":"${wild}"}`],
        [
          '/_api/component/forms/password_reset/submit',
          `{"password_update":{"username":"${wild}"}}`,
        ],
        ['/_api/component/forms/password_reset/submit', `{"${wild}":1}`],
      ]
      for (const [path, body] of bodies) {
        expect([path, await statusOf(path, [], '', body)]).not.toEqual([path, 500])
        expect([path, await statusOf(path, [], cookieFor(), body)]).not.toEqual([path, 500])
      }
    },
  )
})
