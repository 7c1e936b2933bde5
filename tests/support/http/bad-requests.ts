/**
 * Requests that nothing should come of: whatever a visitor may send, and what an editor may send that is wrong. The
 * parts are made by fast-check, and put together at random; a seed says which.
 */
import fc from 'fast-check'
import type { RawRequest } from './pipelining.ts'
import { randomFrom } from '../seed.ts'

export interface Target {
  /** Of somebody who may write. */
  cookie: string
  /** A component that is there. */
  iri: string
}

const missing = '00000000-0000-7000-8000-000000000000'
const variety = 1_500

/** Any text as part of an address, sometimes encoded and sometimes only half. */
const wild = fc.string({ unit: 'binary', maxLength: 12 }).map((text) =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))
    .replaceAll('%25', '%')
    .slice(0, 40),
)

const segment = fc.oneof(
  fc.constantFrom(
    ...[
      'component',
      'titles',
      'html_contents',
      'images',
      'collections',
      'forms',
      'navigation_links',
    ],
    ...['_', 'routes', 'pages', 'layouts', 'component_groups', 'component_positions', 'users'],
    ...['site_config_parameters', 'page_data', 'blog_article_datas', 'resource_manifest', 'me'],
    ...['routes_manifest', 'page_data_metadatas', 'usage', 'upload', 'download', 'submit'],
    ...['redirects', 'children', 'generate', 'docs.jsonld', 'docs.json', 'password_reset'],
    ...['password', 'reset', 'request', 'verify-email', 'confirm-email', 'resend-verify-email'],
    ...[
      '..',
      '.',
      '',
      missing,
      '%',
      '%2F',
      '%00',
      '%FF',
      '%E0%A4',
      '*',
      '{id}',
      "'",
      '%22',
      '__proto__',
    ],
  ),
  wild,
)
const path = fc.array(segment, { maxLength: 6 }).map((parts) => parts.join('/'))

const query = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        ...[
          'page',
          'perPage',
          'order[createdAt]',
          'order[__proto__]',
          'order',
          'published',
          'title',
        ],
        ...['reference', 'isTemplate[]', 'pagination', 'validate_published', 'token', 'username'],
      ),
      fc.oneof(wild, fc.constantFrom('-1', '0', '1e9', '9999999999999999999', 'true', 'asc', '[]')),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'))

/** Generates header values: any characters but those that end a header. */
const headerValue = fc.oneof(
  fc.string({ maxLength: 30 }).map((text) => text.replace(/[^\x20-\x7E]/g, '')),
  fc
    .uint8Array({ maxLength: 20 })
    .map((bytes) =>
      Buffer.from(bytes.filter((byte) => byte >= 32 && byte !== 127)).toString('latin1'),
    ),
  fc.constantFrom(
    '/',
    '/_/routes//',
    'http://[',
    '%E0%A4%A',
    '*',
    '"',
    'W/"',
    'text/html',
    '*/*;q=x',
  ),
)
const headers = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom(
        ...['path', 'if-match', 'if-none-match', 'accept', 'preload', 'fields', 'range', 'referer'],
        ...[
          'last-event-id',
          'x-forwarded-for',
          'x-forwarded-proto',
          'authorization',
          'accept-encoding',
        ],
        ...['accept-language', 'user-agent', 'x-http-method-override', 'te', 'cache-control'],
      ),
      headerValue,
    ),
    { selector: ([name]) => name, maxLength: 4 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}: ${value}\r\n`).join(''))

const cookies = fc.oneof(
  fc.constant(''),
  fc
    .array(
      fc.tuple(
        fc.constantFrom('api_component', 'mercureAuthorization', 'cwa_auth', '__proto__', ''),
        fc.string({ maxLength: 60 }).map((text) => text.replace(/[^\x20-\x7E]/g, '')),
      ),
      { maxLength: 3 },
    )
    .map((pairs) => `cookie: ${pairs.map((pair) => pair.join('=')).join('; ')}\r\n`),
)

const types = [
  ...['application/ld+json', 'application/merge-patch+json', 'application/json', 'text/plain', ''],
  ...['multipart/form-data', 'multipart/form-data; boundary=x', 'multipart/form-data; boundary="'],
  ...[
    'application/x-www-form-urlencoded',
    'image/png',
    'nonsense',
    'application/ld+json; charset=x',
  ],
]

const json = fc.json({ maxDepth: 4, stringUnit: 'binary' })
const names = [
  'title',
  'html',
  'publishedAt',
  'componentPositions',
  'path',
  'page',
  'layout',
  'file',
]
const nearlyRight = fc
  .dictionary(
    fc.constantFrom(...names, 'reference', 'uiComponent', '@id', '__proto__'),
    fc.jsonValue(),
  )
  .map((value) => JSON.stringify(value))
const body = fc.oneof(
  json,
  nearlyRight,
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom('', '{', '[[[[', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`, '{"a":"\\u0000"}'),
  fc.constantFrom('{"username":"admin","password":"wrong"}', '{"example":{"email":{"a":[]}}}'),
  // Too much for a visitor, in each of the ways that are counted.
  fc.constantFrom(
    `{"username":"nobody","password":"${'\u0301\u0316'.repeat(10_000)}"}`,
    `{"example":{"email":"${'a@a.'.repeat(5_000)}","message":"${' '.repeat(20_000)}"}}`,
    `{"a":[${'{},'.repeat(20_000)}{}]}`,
    `{"a":${'['.repeat(40)}${']'.repeat(40)}}`,
    'x'.repeat(70_000),
  ),
)
/** Neither an object nor anything that could become one. */
const brokenBody = fc.oneof(
  json.filter((text) => !text.trimStart().startsWith('{')),
  nearlyRight.map((text) => text.slice(0, -1)),
  nearlyRight.map((text) => `{"a":"\\u0000",${text.slice(1)}`.replace(/,\}$/, '}')),
  fc.string({ unit: 'binary', maxLength: 100 }).map((text) => `{"title": ${text}`),
)

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('latin1')
const drawing = '<svg xmlns="http://www.w3.org/2000/svg">'
const file = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => png + Buffer.from(bytes).toString('latin1')),
  fc.constantFrom('<svg', '<svg><script>', 'GIF89a', '\xFF\xD8\xFF', 'RIFF0000WEBPVP8 ', ''),
  // Drawings and pictures that begin well, and are not whole or not alone.
  fc.constantFrom(
    ...['<svg\r\n', '<svg>', '<svg/>', drawing, `${drawing}<g>`, `${drawing}</svg>MZ`],
    ...['GIF89a\x01\0\x01\0\0\0\0;', `${png}\0\0\0\0IEND\xAE\x42\x60\x82`, '\xFF\xD8\xFF\xD9'],
    ...['RIFF\x04\0\0\0WEBP', '\0\0\0\x10ftypavif\0\0\0\0', '<svg '.repeat(200)],
  ),
)
const partHeader = fc.oneof(
  fc.constantFrom(
    'Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png',
    'Content-Disposition: form-data; name="file"; filename=',
    'Content-Disposition: form-data; name=file',
    'Content-Disposition: form-data',
    'Content-Disposition: attachment; name="file"; filename="../../a.png"',
    '',
  ),
  headerValue.map(
    (value) => `Content-Disposition: form-data; name="${value}"; filename="${value}"`,
  ),
)
const multipart = fc
  .tuple(
    fc.array(fc.tuple(partHeader, file), { maxLength: 3 }),
    fc.constantFrom('--x--\r\n', '--x', '', '--y--', '\r\n--x--'),
    fc.constantFrom('--x', '--x', '-- x', 'x', '--x\r'),
  )
  .map(([parts, end, between]) =>
    [...parts.map(([head, bytes]) => `${between}\r\n${head}\r\n\r\n${bytes}\r\n`), end].join(''),
  )

/** A query of many patterns, each with several optional parts that make matching expensive. */
const costlyPatterns = `match_urlpattern=/*${'a'.repeat(60)}*{b}?{c}?{d}?&`.repeat(90)

/** Requests that no HTTP parser should accept. */
const garbage = fc.oneof(
  fc
    .uint8Array({ minLength: 1, maxLength: 200 })
    // Empty lines alone are no request yet (RFC 9112, section 2.2): a server waits for what follows them.
    .filter((bytes) => bytes.some((byte) => byte !== 10 && byte !== 13))
    .map((bytes) => `${Buffer.from(bytes).toString('latin1')}\r\n\r\n`),
  fc.constantFrom(
    `GET /_api/${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET /_api HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`,
    'GET /_api HTTP/1.1\r\n\r\n',
    'GET /_api HTTP/9.9\r\nHost: x\r\n\r\n',
    'GET  /_api HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST /_api/login HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    'POST /_api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999999999999999\r\n\r\n',
    'POST /_api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    'POST /_api/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n',
    'BREW /_api HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /_api HTTP/1.1\r\nHost: a b\r\n\r\n',
    'GET /_api HTTP/1.1\r\nHost: a/b?c\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  ),
  headerValue.map((value) => `GET ${value} HTTP/1.1\r\nHost: ${value}\r\n${value}\r\n\r\n`),
)

const endpoints = [
  ...['titles', 'html_contents', 'images', 'navigation_links', 'collections', 'forms'].map(
    (name) => `component/${name}`,
  ),
  ...['routes', 'pages', 'layouts', 'component_groups', 'component_positions'].map(
    (name) => `_/${name}`,
  ),
  ...['page_data/blog_article_datas', '_/site_config_parameters', 'users', '_/routes/generate'],
  ...['_/publications'],
]

export function* badRequests(seed: number, count: number, target: Target): Generator<RawRequest> {
  const random = randomFrom(seed)
  const some = <Part>(arbitrary: fc.Arbitrary<Part>) => {
    const parts = fc.sample(arbitrary, { numRuns: variety, seed })
    return () => parts[Math.floor(random() * parts.length)]!
  }
  const one = <Part>(parts: readonly Part[]) => parts[Math.floor(random() * parts.length)]!
  const next = {
    ...{ path: some(path), query: some(query), headers: some(headers), cookies: some(cookies) },
    ...{
      body: some(body),
      broken: some(brokenBody),
      parts: some(multipart),
      garbage: some(garbage),
    },
  }

  const rawRequest = (method: string, address: string, head: string, sent?: string): RawRequest => {
    // Text that was decoded from bytes is encoded to the same bytes; other text is encoded as a browser does.
    const content = Buffer.from(sent ?? '', /[^\0-\xFF]/.test(sent ?? '') ? 'utf8' : 'latin1')
    const length = sent === undefined ? '' : `content-length: ${content.length}\r\n`
    const lines = `${method} ${address} HTTP/1.1\r\nhost: 127.0.0.1\r\n${head}${length}\r\n`
    return { bytes: Buffer.concat([Buffer.from(lines, 'latin1'), content]) }
  }
  const randomQuery = () => (random() < 0.6 ? `?${next.query()}` : '')
  const contentType = (type: string) => (type ? `content-type: ${type}\r\n` : '')
  const asEditor = `cookie: ${target.cookie}\r\n`
  const methods = [
    'GET',
    'GET',
    'GET',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'HEAD',
    'OPTIONS',
  ] as const

  /** A visitor may send anything. */
  const fromVisitor = () => {
    const method = one(methods)
    const hasNoBody = method === 'GET' || method === 'HEAD'
    const head = next.headers() + next.cookies() + (hasNoBody ? '' : contentType(one(types)))
    return rawRequest(
      method,
      `/_api/${next.path()}${randomQuery()}`,
      head,
      hasNoBody ? undefined : next.body(),
    )
  }
  const toMissingResource = () => {
    const method = one(['GET', 'PUT', 'PATCH', 'DELETE', 'POST'] as const)
    const address = `/_api/${one(endpoints)}/${missing}${one(['', '/usage', '/upload', '/submit', '/redirects'])}`
    const head = asEditor + next.headers() + contentType(one(types))
    return rawRequest(
      method,
      address + randomQuery(),
      head,
      method === 'GET' ? undefined : next.body(),
    )
  }
  const broken = () => {
    const [method, address, type] = one([
      ['POST', `/_api/${one(endpoints)}`, 'application/ld+json'],
      ['PATCH', `/_api${target.iri}`, 'application/merge-patch+json'],
      ['POST', '/_api/component/forms/password_reset/submit', 'application/json'],
    ] as const)
    return rawRequest(
      method,
      address + randomQuery(),
      asEditor + next.headers() + contentType(type),
      next.broken(),
    )
  }
  const wrongContentType = () => {
    const head =
      asEditor +
      next.headers() +
      contentType(one(types.filter((type) => !/merge|multi/.test(type))))
    return rawRequest('PATCH', `/_api${target.iri}${randomQuery()}`, head, next.body())
  }
  const upload = () => {
    const address = `/_api/component/images/${one(['upload', `${missing}/upload`])}`
    const type = one(['multipart/form-data; boundary=x', 'multipart/form-data', types[7]!])
    return rawRequest('POST', address, asEditor + contentType(type), next.parts())
  }
  const toSite = () => {
    // A page with a list, which is searched by the address.
    const address = random() < 0.5 ? `/${next.path()}` : '/blog-articles'
    return rawRequest(one(['GET', 'HEAD', 'POST']), address + randomQuery(), next.headers())
  }
  const toHub = () => {
    const address = `/.well-known/mercure?${one(['', 'matchFoo=x', 'match_urlpattern=(', 'topi=*', costlyPatterns])}`
    return rawRequest(one(['GET', 'POST', 'PUT', 'HEAD']), address, next.headers() + next.cookies())
  }
  const notHttp = (): RawRequest => ({ bytes: Buffer.from(next.garbage(), 'latin1'), isLast: true })

  /** A page that is not there is rendered all the same, which takes a hundred times as long as a refusal. */
  const kinds: [until: number, make: () => RawRequest][] = [
    [0.5, fromVisitor],
    [0.65, toMissingResource],
    [0.79, broken],
    [0.92, wrongContentType],
    [0.95, upload],
    [0.955, toSite],
    [0.97, toHub],
    [1, notHttp],
  ]
  for (let made = 0; made < count; made += 1) {
    const at = random()
    yield kinds.find(([until]) => at < until)![1]()
  }
}
