/**
 * Puts a shared cache between the server and its viewers. Every GET of the API and of the site is requested
 * through it by every viewer, in every order, from several pages and origins; each must get what the server
 * would have sent them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachStorage } from '../../support/server/databases.ts'
import { createRestrictedSite } from '../../support/content/restricted-site.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  password,
  startServer,
} from '../../support/server/in-process-server.ts'
import {
  type CachedResponse,
  type RequestHeaders,
  createSharedCache,
} from '../../support/http/shared-cache.ts'

const viewers = ['visitor', 'user', 'editor', 'owner'] as const
type ViewerRole = (typeof viewers)[number]

/** Returns all permutations. */
const ordersOf = <Item>(items: readonly Item[]): Item[][] =>
  items.length
    ? items.flatMap((item) =>
        ordersOf(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
      )
    : [[]]

/** Other parts of a request that a response may depend on. */
const elsewhere = 'http://localhost:5173'
const fromPages: RequestHeaders[] = [
  { path: '/article', origin: elsewhere },
  { path: '/user-area/article' },
  { path: '/draft-article' },
]
const asCrawler: RequestHeaders = { 'user-agent': 'a crawling bot' }
const requestHeadersFor = (address: string): RequestHeaders[] => {
  if (!address.startsWith('/_api')) return [{}, asCrawler]
  return /position|collections/.test(address) ? [{}, ...fromPages] : [{}, ...fromPages.slice(0, 1)]
}

/** Each sends a mail or ends a session, so it cannot be requested twice. */
const withEffects = /^\/(logout|set-up-site\/|password\/|verify-email\/|resend-|confirm-email\/)/

/** Its measurements differ each time; `site-health.test.ts` checks who is told. */
const healthPath = '/_/health'

/** A stream for each viewer, which no cache can store; `hub` and `read-access` tests check who is told what. */
const hubPath = '/.well-known/mercure'

/** The number of concurrent requests. */
const atOnce = 8

const inParts = async <Item>(items: readonly Item[], act: (item: Item) => Promise<void>) => {
  const queue = [...items]
  const work = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await act(item)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

eachStorage('a shared cache in front of the server', (newStorage) => {
  let server: TestServer
  let people: Record<ViewerRole, HttpClient>
  let addresses: string[]
  let documented: string[]

  beforeAll(async () => {
    server = await startServer(await newStorage())
    const owner = createHttpClient(server.url)
    await owner.signIn()
    await createRestrictedSite(owner)
    const signedIn = async (username: string, roles: string[]) => {
      const person = createHttpClient(server.url)
      const emailAddress = `${username}@people.test`
      await owner.post('/users', { username, emailAddress, plainPassword: password, roles })
      expect((await person.signIn(username)).status).toBe(204)
      return person
    }
    people = {
      visitor: createHttpClient(server.url),
      user: await signedIn('ulla', []),
      editor: await signedIn('edda', ['ROLE_ADMIN']),
      owner,
    }
    documented = Object.entries((await owner.get('/docs.json')).json['paths'] as object).flatMap(
      ([path, methods]) => ('get' in (methods as object) ? [path] : []),
    )
    addresses = await addressesOf(owner)
  }, 120_000)
  afterAll(() => server.stop())

  interface Member {
    '@id': string
    draftResource?: string
    _metadata: { mediaObjects?: Record<string, Media[]> }
  }
  type Media = { contentUrl: string }

  /** Returns every address that can be read, as found by a user who may read everything. */
  const addressesOf = async (owner: HttpClient) => {
    const { json } = await owner.get('/')
    // Some endpoints are only written to, such as that of publications.
    const endpoints = Object.entries(json).flatMap(([name, endpoint]) =>
      name.startsWith('@') || !documented.includes(String(endpoint)) ? [] : [String(endpoint)],
    )
    const membersOf = async (endpoint: string, query: string) =>
      (await owner.get(`${endpoint}?perPage=100&${query}`)).json['member'] as Member[]
    const lists = await Promise.all(
      endpoints.flatMap((endpoint) => [
        membersOf(endpoint, ''),
        membersOf(endpoint, 'published=true'),
      ]),
    )
    const members = lists.flat()
    const iris = [...new Set(members.map((member) => member['@id']))]
    const withBothVersions = members.flatMap(({ '@id': iri, draftResource }) =>
      draftResource ? [iri, draftResource] : [],
    )
    const oneOfEach = endpoints.flatMap((endpoint) => {
      const one = iris.find((iri) => iri.startsWith(`${endpoint}/`))
      return one && endpoint.startsWith('/component/') ? [one] : []
    })
    const entities = iris.filter((iri) => /^\/(_\/pages|page_data)\//.test(iri))
    const ids = entities.map((iri) => iri.slice(iri.lastIndexOf('/') + 1))
    const paths = iris.flatMap((iri) => (iri.startsWith('/_/routes/') ? [iri.slice(10)] : []))
    const form = iris.find((iri) => iri.startsWith('/component/forms/'))
    const submission = String((await owner.post(`${form}/test`, {})).json['@id'])
    const audited = await membersOf('/_/audit_entries', '')
    const files = members.flatMap(({ _metadata: { mediaObjects = {} } }) =>
      Object.values(mediaObjects).flatMap((media) => media.map(({ contentUrl }) => contentUrl)),
    )
    const api = [
      ...[
        '',
        '/',
        '/.jsonld',
        '/index.jsonld',
        '/docs',
        '/docs.jsonld',
        '/docs.json',
        '/me',
        '/nowhere',
      ],
      ...['/_/routes?pagination=false', '/component/forms/password_reset'],
      '/_/media_objects/tags',
      '/_/form_submissions',
      '/_/form_submissions.csv',
      '/_/audit_entries',
      '/_/audit_entries.csv',
      audited[0]!['@id'],
      submission,
      // Leases end within minutes, and with them the answer.
      '/_/presences/00000000-0000-4000-8000-000000000000',
      '/_/restorations/00000000-0000-4000-8000-000000000000',
      ...endpoints.flatMap((endpoint) => [
        endpoint,
        `${endpoint}.jsonld`,
        `${endpoint}?perPage=100`,
        `${endpoint}?perPage=2&page=2&published=true`,
        `${endpoint}?title=live&reference=e&path=o`,
      ]),
      ...iris,
      ...iris.flatMap((iri) =>
        iri.startsWith('/users/') ? [`${iri}/sessions`, `${iri}/two-factor`] : [],
      ),
      ...withBothVersions.flatMap((iri) => [`${iri}?published=true`, `${iri}/usage`]),
      ...oneOfEach.map((iri) => `${iri}/usage`),
      ...iris.flatMap((iri) =>
        /^\/component\/|^\/_\/(pages|layouts|component_groups)\//.test(iri)
          ? [`${iri}/page_count`]
          : [],
      ),
      ...iris.flatMap((iri) => (/collections/.test(iri) ? [`${iri}?title=live`] : [])),
      ...iris.flatMap((iri) =>
        iri.startsWith('/component/images/')
          ? [`${iri}/download/file`, `${iri}/download/file?download=true&published=true`]
          : [],
      ),
      ...entities.flatMap((iri) => [
        `${iri}/download/socialImage`,
        `${iri}/download/socialImage/small`,
      ]),
      ...paths.flatMap((path) => [`/_/routes/${path}/redirects`, `/_/routes/${path}/children`]),
      ...['resource_manifest', 'routes_manifest'].flatMap((manifest) =>
        [...paths, ...ids].map((id) => `/_/${manifest}/${id}`),
      ),
    ].map((iri) => `/_api${iri}`)
    const site = [...[...paths, '/nowhere', '/login', '/_cwa'], ...entities].flatMap((path) => [
      path,
      `${path === '/' ? '' : path}/_payload.json`,
    ])
    return [
      ...new Set([
        ...api,
        ...files.map((url) => new URL(url, server.url).pathname),
        ...site,
        ...['/robots.txt', '/sitemap.xml', '/sitemap_index.xml', '/__sitemap__/cwa-custom.xml'],
        ...['/manifest.webmanifest', '/builds/latest.json', '/builds/meta/test.json'],
        ...['/healthz', '/readyz', '/favicon.svg', '/assets/nothing.js'],
      ]),
    ]
  }

  const headersOf = (
    viewer: ViewerRole,
    address: string,
    variant: RequestHeaders,
  ): RequestHeaders => {
    const cookie = people[viewer].cookieFor(address)
    return { ...variant, ...(cookie && { cookie }) }
  }
  const ask = async (address: string, headers: RequestHeaders): Promise<CachedResponse> => {
    const answer = await fetch(server.url + address, { headers, redirect: 'manual' })
    return { status: answer.status, headers: answer.headers, body: await answer.text() }
  }
  /** The part of a response that matters to a viewer. */
  const comparable = ({ status, headers, body }: CachedResponse) =>
    [status, headers.get('location'), headers.getSetCookie().length, body].join('\n')

  test('covers every documented address', () => {
    const paths = addresses.map((address) => address.replace(/^\/_api|\?.*$/g, '') || '/')
    const missing = documented
      .filter((path) => !withEffects.test(path) && path !== hubPath && path !== healthPath)
      .filter((path) => {
        const pattern = new RegExp(
          `^${path.replace(/[.+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '.+')}$`,
        )
        return !paths.some((address) => pattern.test(address))
      })
    expect(missing).toEqual([])
    expect(addresses.length).toBeGreaterThan(300)
  })

  describe('with every reader', () => {
    /** The server's own responses, by address and headers. */
    const truth = new Map<string, CachedResponse>()
    const keyOf = (address: string, headers: RequestHeaders) => JSON.stringify([address, headers])
    const originFor = async (address: string, headers: RequestHeaders) => {
      const key = keyOf(address, headers)
      const known = truth.get(key) ?? (await ask(address, headers))
      truth.set(key, known)
      return known
    }

    test('repeats the same response, whichever viewers asked in between', async () => {
      const changed: string[] = []
      await inParts(addresses, async (address) => {
        const all = viewers.map((viewer) => headersOf(viewer, address, {}))
        for (const headers of all) await originFor(address, headers)
        for (const headers of all.toReversed()) {
          const again = await ask(address, headers)
          if (comparable(again) !== comparable(await originFor(address, headers)))
            changed.push(keyOf(address, headers))
        }
      })
      expect(changed).toEqual([])
    }, 240_000)

    test('gives each viewer the response that the server would have sent them: leak matrix', async () => {
      const leaks = new Set<string>()
      let requests = 0
      let shared = 0
      await inParts(addresses, async (address) => {
        for (const order of ordersOf(viewers)) {
          const cache = createSharedCache(originFor)
          for (const variant of requestHeadersFor(address)) {
            for (const viewer of order) {
              const headers = headersOf(viewer, address, variant)
              const [given, own] = [
                await cache.get(address, headers),
                await originFor(address, headers),
              ]
              requests += 1
              if (given === own) continue
              shared += 1
              if (comparable(given) !== comparable(own))
                leaks.add(
                  `${address} as ${viewer} ${JSON.stringify(variant)}: ${given.headers.get('cache-control')}`,
                )
            }
          }
        }
      })
      process.stdout.write(
        `leak matrix: ${addresses.length} addresses, ${requests} requests, ${shared} of them answered by the cache, ${leaks.size} leaks\n`,
      )
      expect([...leaks]).toEqual([])
      // A cache that stores nothing would prove nothing.
      expect(shared).toBeGreaterThan(requests / 20)
    }, 240_000)
  })
})
