import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { createRequests as createAuth } from '#src/api/groups/auth.ts'
import { createClient } from '#src/api/client.ts'
import { createPayloadReader, createRequests as createPages } from '#src/api/groups/pages.ts'
import { createRequests as createResources } from '#src/api/groups/resources.ts'
import { locationOf } from '#content/navigation/location.ts'
import { apiBase, fetchFrom, openInMemoryContent } from '../support/content/in-memory-api.ts'
import { errorPayload } from '../support/ui/render-request.ts'
import { editor } from '../contract/support/content-api.ts'

const clientOf = (server: Hono, more: Partial<Parameters<typeof createClient>[0]> = {}) =>
  createClient({
    base: 'http://api.test',
    fetch: async (input, init) => server.fetch(new Request(input, init)),
    ...more,
  })

/** Returns the failure that a call rejects with. */
const failureOf = async (call: Promise<unknown>) => {
  const thrown: unknown = await call.then(
    () => null,
    (error: unknown) => error,
  )
  expect(thrown).toBeInstanceOf(Failure)
  return thrown as Failure
}

const failing = (status: number, times: number) => {
  let calls = 0
  const server = new Hono().all('*', (c) => {
    calls += 1
    return calls <= times ? c.json({}, status as 503) : c.json({ fine: true })
  })
  return { server, calls: () => calls }
}

test('requests an IRI unchanged, including double slashes, and accepts JSON-LD', async () => {
  const server = new Hono().all('*', (c) =>
    c.json({ url: c.req.url, accept: c.req.header('accept') }),
  )
  const { body } = await clientOf(server).get('/_/routes//about?page=2')
  expect(body).toEqual({
    url: 'http://api.test/_/routes//about?page=2',
    accept: 'application/ld+json,application/json',
  })
})

test.each([
  ['POST', 'application/ld+json'],
  ['PATCH', 'application/merge-patch+json'],
] as const)('sends a %s as %s, including null values', async (method, type) => {
  const server = new Hono().all('*', async (c) =>
    c.json({ type: c.req.header('content-type'), sent: await c.req.json() }),
  )
  const { body } = await clientOf(server).send(method, '/a', { title: null })
  expect(body).toEqual({ type, sent: { title: null } })
})

test.each([
  [404, 'Sold Out', 'Sold Out'],
  [404, 'Not Found', undefined],
  [422, 'Unprocessable Entity', undefined],
  [422, 'unprocessable content', undefined],
  [503, '', undefined],
])('a %i “%s” has the status message %s', async (status, statusText, statusMessage) => {
  const client = createClient({
    base: 'http://api.test',
    fetch: async () => new Response(null, { status, statusText }),
  })
  const failure = await failureOf(client.get('/a', { retry: false }))
  expect(failure.statusMessage).toBe(statusMessage)
})

test('a page that is not there is named with its query', async () => {
  const server = new Hono()
    .get('/nowhere/_payload.json', (c) =>
      c.json({ build: 'b1', ...errorPayload(404, 'Page not found: /nowhere') }),
    )
    .all('*', (c) => c.json({}, 404))
  const location = locationOf('/nowhere?ref=a')
  const payload = await createPayloadReader(clientOf(server), 'b1')(location)
  expect(payload!.failure!.message).toBe('Page not found: /nowhere?ref=a')
  const failure = await failureOf(createPages(clientOf(server)).root(location))
  expect(failure.message).toBe('Page not found: /nowhere?ref=a')
})

test('repeats a read once after a transient error, but never a write', async () => {
  const once = failing(503, 1)
  expect((await clientOf(once.server).get('/a')).body).toEqual({ fine: true })

  const twice = failing(503, 2)
  expect((await failureOf(clientOf(twice.server).get('/a'))).status).toBe(503)
  expect(twice.calls()).toBe(2)

  const written = failing(503, 1)
  await failureOf(clientOf(written.server).send('POST', '/a', {}))
  expect(written.calls()).toBe(1)
})

test.each([
  [403, { detail: 'Access Denied.' }, 'forbidden', 'Access Denied.'],
  [404, { detail: 'Not Found' }, 'notFound', 'Not Found'],
  [500, '<html>', 'unexpected', 'An unknown error occurred'],
])(
  'turns a %i into a failure with the message of the server',
  async (status, body, kind, message) => {
    const server = new Hono().all('*', (c) => c.body(JSON.stringify(body), status as 403))
    const failure = await failureOf(clientOf(server).send('POST', '/a', {}))
    expect(failure).toMatchObject({ status, kind, message })
  },
)

test('says in words for people that there is no session, and leaves those about a password', async () => {
  const message = 'Full authentication is required to access this resource.'
  const server = new Hono()
    .post('/login', (c) => c.json({ code: 401, message: 'Invalid credentials.' }, 401))
    .all('*', (c) => c.json({ code: 401, message }, 401))
  const { get, send } = clientOf(server)
  const messages = [
    await failureOf(get('/a')),
    await failureOf(send('PATCH', '/a', {})),
    await failureOf(send('DELETE', '/a', undefined)),
    await failureOf(send('POST', '/login', {})),
  ].map((failure) => failure.message)
  expect(messages).toEqual([
    'Sign in to see this.',
    'You are signed out. Sign in again to save your changes.',
    'You are signed out. Sign in again to save your changes.',
    'Invalid credentials.',
  ])
})

test.each([
  ['30', 'Too many attempts just now. Try again in 30 seconds.'],
  ['60', 'Too many attempts just now. Try again in 1 minute.'],
  ['61', 'Too many attempts just now. Try again in 2 minutes.'],
  [undefined, 'Wait.'],
])('a 429 with “Retry-After: %s” says “%s”', async (seconds, message) => {
  const server = new Hono().all('*', (c) =>
    c.json({ detail: 'Wait.' }, 429, seconds ? { 'Retry-After': seconds } : {}),
  )
  expect((await failureOf(clientOf(server).send('POST', '/login', {}))).message).toBe(message)
})

test('returns the violations of a 422 with property and message', async () => {
  const violations = [{ propertyPath: 'title', message: 'Enter a title.', code: 'x' }, null, {}]
  const server = new Hono().all('*', (c) => c.json({ detail: 'No.', violations }, 422))
  const failure = await failureOf(clientOf(server).send('PATCH', '/a', {}))
  expect(failure).toMatchObject({
    kind: 'invalid',
    violations: [{ propertyPath: 'title', message: 'Enter a title.' }],
  })
})

test('distinguishes being offline from a response that is not JSON', async () => {
  const offline = createClient({
    base: 'http://api.test',
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  })
  expect((await failureOf(offline.send('POST', '/a', {}))).kind).toBe('offline')
  const html = new Hono().all('*', (c) => c.html('<p>Hi'))
  expect((await failureOf(clientOf(html).get('/a'))).kind).toBe('unexpected')
})

test('finds the hub in the Link header after the link to the documentation', async () => {
  const found: string[] = []
  const server = new Hono().all('*', (c) =>
    c.json({}, 200, {
      Link: '<http://a.test/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation",<http://a.test/hub>; rel="mercure"',
    }),
  )
  await clientOf(server, { onHubDiscovered: (url) => found.push(url) }).get('/me')
  expect(found).toEqual(['http://a.test/hub'])
})

test('logs a Link header that names no hub, and nothing without that header', async () => {
  const log = vi.fn()
  const linkTo = (link?: string) =>
    new Hono().all('*', (c) => c.json({}, 200, link === undefined ? {} : { Link: link }))
  await clientOf(linkTo(), { log }).get('/me')
  await clientOf(linkTo('<http://a.test/hub>; rel="mercure"'), { log }).get('/me')
  expect(log).not.toHaveBeenCalled()
  await clientOf(linkTo('<http://a.test/docs.jsonld>; rel="describedby"'), { log }).get('/me')
  expect(log.mock.calls).toEqual([['No Mercure rel in link header.']])
})

test.each([
  [404, []],
  [403, []],
  [500, [['Manifest fetch error: An unknown error occurred']]],
])('logs a manifest that is answered with %i: %j', async (status, lines) => {
  const log = vi.fn()
  const server = new Hono().all('*', (c) => c.json({}, status as 403))
  const pages = createPages(clientOf(server), { log })
  expect(await pages.manifest(locationOf('/about'))).toEqual([])
  expect(log.mock.calls).toEqual(lines)
})

test('does not log a manifest that is no longer wanted', async () => {
  const log = vi.fn()
  const pages = createPages(clientOf(new Hono()), { log })
  expect(await pages.manifest(locationOf('/about'), AbortSignal.abort())).toEqual([])
  expect(log).not.toHaveBeenCalled()
})

test('rejects and logs a body that is not a CWA resource', async () => {
  const log = vi.fn()
  const server = new Hono().all('*', (c) => c.json({ '@id': '/component/titles/1' }))
  const resources = createResources(clientOf(server), { log })
  const failure = await failureOf(resources.read('/component/titles/1'))
  expect(failure.message).toBe('Not Saved. The response was not a valid CWA Resource.')
  expect(log.mock.calls).toEqual([[failure.message]])
})

test('sends If-Match with a write and receives the current resource on a conflict', async () => {
  const content = await openInMemoryContent()
  const { fetch } = fetchFrom(content, editor)
  const resources = createResources(createClient({ base: apiBase, fetch }))
  const { group } = await content.makePage('/')
  const iri = (await content.makeTitle(group, 'First', null))['@id']

  const { etag } = await resources.read(iri)
  const set = (title: string, ifMatch: string | undefined) =>
    resources.send({ method: 'PATCH', iri, body: { title }, ...(ifMatch && { ifMatch }) })
  const saved = await set('Second', etag)
  expect(saved?.resource['title']).toBe('Second')
  expect(saved?.etag).not.toBe(etag)

  const failure = await failureOf(set('Third', etag))
  expect(failure.kind).toBe('conflict')
  expect(failure.resource?.['title']).toBe('Second')

  expect(await resources.send({ method: 'DELETE', iri, published: false })).toBeNull()
  expect((await failureOf(resources.read(iri))).kind).toBe('notFound')
})

test('returns no user and clears the session hint when the session is refused', async () => {
  const hints: boolean[] = []
  const mark = { read: () => true, write: (signedIn: boolean) => hints.push(signedIn) }
  const refusing = new Hono().all('*', (c) => c.json({ code: 401, message: 'No.' }, 401))
  expect(await createAuth(clientOf(refusing), { sessionHint: mark }).readSession()).toBeNull()
  expect(hints).toEqual([false])

  const broken = new Hono().all('*', (c) => c.json({}, 500))
  expect(
    (await failureOf(createAuth(clientOf(broken), { sessionHint: mark }).readSession())).status,
  ).toBe(500)
  expect(hints).toEqual([false, false])

  const away = createClient({
    base: 'http://api.test',
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
  })
  expect((await failureOf(createAuth(away, { sessionHint: mark }).readSession())).kind).toBe(
    'offline',
  )
  expect(hints).toEqual([false, false])
})

test('returns null for a host that responds to a payload request with 404 or HTML', async () => {
  const at = locationOf('/about')
  const none = new Hono().all('*', (c) => c.notFound())
  expect(await createPayloadReader(clientOf(none), 'b')(at)).toBeNull()
  const spa = new Hono().all('*', (c) => c.html('<!doctype html>'))
  expect(await createPayloadReader(clientOf(spa), 'b')(at)).toBeNull()
  const down = new Hono().all('*', (c) => c.json({}, 500))
  expect((await failureOf(createPayloadReader(clientOf(down), 'b')(at))).status).toBe(500)
})

test.each([true, false])(
  'names the account and the key of a write only to an API that knows them: %s',
  async (isEmbedded) => {
    const server = new Hono().all('*', (c) =>
      c.json({
        '@id': '/a',
        '@type': 'A',
        _metadata: { persisted: true },
        account: c.req.header('account') ?? null,
        key: c.req.header('idempotency-key') ?? null,
      }),
    )
    const { send } = createResources(clientOf(server), { isEmbedded })
    const step = { method: 'POST', iri: '/a', body: {}, id: '1' } as const
    const saved = await send(step, { account: '/users/1' })
    expect(saved?.resource['account']).toBe(isEmbedded ? '/users/1' : null)
    expect(saved?.resource['key']).toBe(isEmbedded ? '1' : null)
  },
)
