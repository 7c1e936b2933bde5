/** Tests that every parser and pattern that reads untrusted or stored text takes time proportional to its length. */
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { describe, expect, test } from 'vitest'
import { isReservedPath, toAsciiUrl, linkError, pathError } from '#content/links/address-input.ts'
import { isLink } from '#content/links/link.ts'
import { pageNumberIn, titleQueryIn } from '#content/page/collection.ts'
import { isContentPath, isPublicPath } from '#content/navigation/path-patterns.ts'
import { safeDecodeUri, locationOf, returnLocation } from '#content/navigation/location.ts'
import { pageQuery, withPageQuery } from '#content/page/fetching/page-query.ts'
import { matchRoute } from '#content/navigation/route-table.ts'
import { defaultSiteConfig, siteOrigin, parseSiteConfig } from '#content/model/site-config.ts'
import { hubTokenFrom, sessionTokenFrom } from '#server/http/session-cookies.ts'
import { type Env } from '#server/http/hono-env.ts'
import { anonymous } from '#server/auth/viewer.ts'
import { DomainError } from '#server/domain-errors.ts'
import { builtInForms } from '#server/forms/built-in-forms.ts'
import { htmlIdOf } from '#server/forms/field-names.ts'
import { parseSubmission } from '#server/forms/submission.ts'
import { buildFormView } from '#server/forms/form-view.ts'
import { mergeVary } from '#server/http/cache-policy.ts'
import { parseJsonBody } from '#server/http/body/json-body.ts'
import { createLog } from '#server/log.ts'
import { detectFileType, svgSize } from '#server/media/detect-file-type.ts'
import { endOfAvif, endOfGif, endOfJpeg, endOfPng, endOfWebp } from '#server/media/image-end.ts'
import { readMultipart } from '#server/http/body/multipart-body.ts'
import { createTrustedProxies, isIpRange } from '#server/http/trusted-proxies.ts'
import { escapeHtml } from '#content/escape-html.ts'
import { toScriptJson } from '#server/render/document.ts'
import { negotiateEncoding } from '#server/render/content-encoding.ts'
import { buildRobotsTxt } from '#content/settings/robots-txt.ts'
import { buildSitemap } from '#content/settings/sitemap.ts'
import { readBodyText } from '#server/http/body/request-body.ts'
import { expectedEtagsIn, hasCurrentVersion } from '#server/http/conditional-request.ts'
import { acceptsJson, stripFormat } from '#server/http/endpoint-helpers.ts'
import { findSitemapError } from '#content/xml/custom-sitemap.ts'
import { parseBody } from '#server/store/write/parse-resource-body.ts'
import { publishViolations } from '#server/store/types/validate.ts'
import { htmlError, sanitize, sanitizeStored } from '#server/store/types/sanitize-html.ts'
import { createTypeRegistry } from '#server/store/types/type-registry.ts'
import { enteredPath, pathProblem } from '#content/admin/page-routes.ts'
import { slugify } from '#content/navigation/slugify.ts'
import { createMatcher } from '#server/hub/topic-matcher.ts'
import { parseTopicSelectors } from '#server/hub/topic-selectors.ts'
import { parseAccountChanges } from '#server/users/account-changes.ts'
import { isSameName } from '#server/users/name-keys.ts'
import { findXmlError } from '#content/xml/parse-xml.ts'
import { form as exampleForm } from '#site/forms/example.ts'
import { kinds } from '#site/kinds.ts'
import { growthOf, growthOfAsync, maxGrowth } from '../support/scaling.ts'

/** An error counts as a response and has to be as fast. */
const quietly = (act: () => unknown) => () => {
  try {
    act()
  } catch (thrown) {
    const isRefusal =
      thrown instanceof HTTPException ||
      thrown instanceof DomainError ||
      thrown instanceof TypeError
    if (!isRefusal) throw thrown
  }
}

/** Texts that patterns with backtracking are slow on. */
const repeated = [
  ...[
    ' ',
    '\t',
    '\n',
    'a',
    '0',
    '.',
    '-',
    '/',
    '\\',
    '?',
    '#',
    '&',
    '=',
    ';',
    ',',
    '%',
    '"',
    "'",
    '<',
  ],
  ...[
    '>',
    '{',
    '}',
    '[',
    ']',
    '(',
    '*',
    ':',
    '@',
    '+',
    '\0',
    'é',
    '🎪',
    '\u0301',
    'a.',
    'a/',
    'a=b&',
  ],
  ...[
    'a=b; ',
    'a, ',
    ' ;',
    '%41',
    '%FF',
    '../',
    '/./',
    '--',
    '{a}',
    ':a',
    '{a}?',
    '*a',
    'a@a.',
    '1.1.',
  ],
  ...[
    '::1,',
    'q=0',
    'W/"a",',
    '\r\n',
    'order[a]=',
    '{"a":',
    '0,',
    '"a",',
    '\\u0000',
    '\\"',
    'AAAA',
  ],
]
const repeatedInMarkup = [
  ...['<b>', '</b>', '<b', '<b ', '<a b="', '<!--', '-->', '<![CDATA[', ']]>', '<?', '<!DOCTYPE '],
  ...[
    '&amp;',
    '&#x',
    '&a',
    'b="1" ',
    '<svg ',
    '<urlset/>',
    '<p>',
    '<p>x</p>',
    '<li>',
    '<a href="x">',
  ],
]

const types = createTypeRegistry(kinds)
const title = types.byName('Title')!
const link = types.byName('NavigationLink')!
const html = types.byName('HtmlContent')!
const parameter = types.byName('SiteConfigParameter')!
const log = createLog(() => {})
const proxies = createTrustedProxies(['127.0.0.0/8'])
const config = (more: object) => ({ ...defaultSiteConfig, ...more })
const form = (name: string) => builtInForms.find((one) => one.name === name)!
const base = 'https://site.test/_api'
const matcher = createMatcher([
  [...'/component/'],
  [{ stops: '', mayBeEmpty: true }, 'a', 'a', 'b'],
])

type Read = (text: string) => unknown

const readers: Record<string, Read> = {
  // Bodies.
  JSON: (text) => parseJsonBody(`{"a":${text}}`),
  'JSON text': (text) => parseJsonBody(JSON.stringify({ a: text })),
  'a resource': (text) =>
    parseBody(title, { title: text, uiClassNames: [text], publishedAt: text }),
  'a link': (text) => parseBody(link, { label: text, rawPath: text, route: text }),
  'an HTML field': (text) => parseBody(html, { html: text }),
  'a parameter': (text) => parseBody(parameter, { key: text, value: text }),
  'an account': (text) =>
    parseAccountChanges(
      { username: text, emailAddress: text, plainPassword: text, newEmailAddress: text },
      true,
    ),
  'a form': (text) =>
    parseSubmission(exampleForm, {
      example: { text, email: text, message: text, subject: text, interests: [text] },
    }),
  'names of a form': (text) =>
    parseSubmission(exampleForm, { example: { [text]: text, children: { [text]: {} } } }),
  'the form of an account': (text) =>
    buildFormView(
      form('user_register'),
      '/',
      parseSubmission(form('user_register'), {
        user_register: {
          username: text,
          emailAddress: text,
          plainPassword: { first: text, second: text },
        },
      })!,
    ),
  'a name in a form': htmlIdOf,

  // Addresses and their parts.
  'an address': (text) => locationOf(`/${text}`),
  'a path of a page': (text) => [
    isContentPath(`/${text}`),
    isPublicPath(`/_cwa/${text}`),
    matchRoute(`/${text}`),
  ],
  'a query': (text) => [pageQuery(`?${text}`), withPageQuery('/component/titles/1', `?${text}`)],
  'a list’s query': (text) => [pageNumberIn(`?page=${text}`), titleQueryIn(`?title=${text}`)],
  'a way back': (text) => returnLocation({ path: '/login', search: `?back=${text}`, hash: '' }),
  'a segment': safeDecodeUri,
  'a link’s address': (text) => [
    isLink(text),
    linkError(`https://${text}`),
    linkError(`mailto:${text}`),
  ],
  'a route’s path': (text) => [
    pathError(`/${text}`),
    isReservedPath(`/${text}`),
    stripFormat(`/${text}`),
  ],
  'a redirect': toAsciiUrl,
  'a slug': slugify,
  'an entered path': (text) => [enteredPath(text), pathProblem(text)],
  'a site’s address': (text) =>
    siteOrigin(parseSiteConfig([{ key: 'canonicalUrl', value: `https://${text}` }]), null),
  'a logged path': (text) => {
    log.request({ method: 'GET', path: `/verify-email/${text}`, status: 200, ms: 1 })
    log.flush()
  },

  // Headers.
  Accept: acceptsJson,
  'Accept-Encoding': (text) => negotiateEncoding(text, ['br', 'gzip']),
  'If-Match': expectedEtagsIn,
  'If-None-Match': (text) => hasCurrentVersion(text, '"a.b.1"'),
  Vary: (text) => mergeVary(text, text),
  cookies: (text) => [sessionTokenFrom(`api_component=${text}`), hubTokenFrom(null, text)],
  Authorization: (text) => hubTokenFrom(`Bearer ${text}`, null),
  'X-Forwarded-For': (text) => proxies.clientOf('127.0.0.1', { for: text, proto: text }),
  'an address of a network': isIpRange,
  'a name to compare': (text) => isSameName(text, `${text}a`),

  // Live updates.
  'a topic': (text) => parseTopicSelectors(new URLSearchParams([['topic', text]]), base),
  'a URL pattern': (text) =>
    parseTopicSelectors(new URLSearchParams([['match_urlpattern', text]]), base),
  topics: (text) => parseTopicSelectors(new URLSearchParams(text), base),
  'a topic that is wanted or not': matcher.matches,
}

/** The last result is cached. */
let count = 0

const markupReaders: Record<string, Read> = {
  XML: findXmlError,
  'XML in a tag': (text) => findXmlError(`<a ${text}`),
  'XML in an element': (text) => findXmlError(`<a>${text}</a>`),
  'a sitemap': (text) =>
    findSitemapError(
      `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${text}</urlset>`,
    ),
  'a stored sitemap': (text) =>
    buildSitemap(config({ sitemapXml: `${text}<!--${(count += 1)}-->` }), [], 'https://site.test'),
  HTML: (text) => (htmlError(text) === null ? sanitize(text) : null),
  'HTML in a tag': (text) => (htmlError(`<a ${text}`) === null ? sanitize(`<a ${text}`) : null),
  'stored HTML': sanitizeStored,
  'HTML to be published': (text) => publishViolations(html, { html: text }),
  'a drawing': (text) => detectFileType(Buffer.from(text)),
  'a drawing’s size': (text) =>
    svgSize(
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width='${text}' viewBox='${text}'/>`),
    ),
  'robots.txt': (text) => buildRobotsTxt(config({ robotsText: text }), 'https://site.test'),
  'an attribute': escapeHtml,
  'what a page is hydrated from': toScriptJson,
}

const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const gif = Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1')
const bytesOf = (start: Buffer, repeating: readonly number[]) => (length: number) =>
  Buffer.concat([start, Buffer.alloc(length, Buffer.from(repeating))])
const pictures: [string, (bytes: Buffer) => unknown, (length: number) => Buffer][] = [
  ['PNG of empty chunks', endOfPng, bytesOf(png, [0, 0, 0, 0, 0x61, 0x61, 0x61, 0x61, 0, 0, 0, 0])],
  ['JPEG of markers', endOfJpeg, bytesOf(Buffer.from([0xff, 0xd8]), [0xff])],
  ['JPEG of empty segments', endOfJpeg, bytesOf(Buffer.from([0xff, 0xd8]), [0xff, 0xe0, 0, 2])],
  ['JPEG of a scan', endOfJpeg, bytesOf(Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2]), [0xff, 0])],
  ['JPEG of scans', endOfJpeg, bytesOf(Buffer.from([0xff, 0xd8]), [0xff, 0xda, 0, 2, 1])],
  ['GIF of blocks', endOfGif, bytesOf(Buffer.concat([gif, Buffer.from([0x21, 1])]), [1, 0x2c])],
  ['GIF of extensions', endOfGif, bytesOf(gif, [0x21, 0x01, 0])],
  ['WebP', endOfWebp, bytesOf(Buffer.from('RIFF\xff\xff\0\0WEBP', 'latin1'), [0])],
  [
    'AVIF of boxes',
    endOfAvif,
    bytesOf(Buffer.from('\0\0\0\x08ftyp', 'latin1'), [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65]),
  ],
  ['anything', detectFileType, bytesOf(Buffer.alloc(0), [0xef, 0xbb, 0xbf, 0x20])],
]

const filled = (first: string, part: string, last: string) => (length: number) =>
  first + part.repeat(Math.ceil(length / part.length)) + last

/** Inputs that could take more than their share: alone, after and before other text. */
const slowAmong = (read: Read, parts: readonly string[]) =>
  parts.flatMap((part) =>
    [filled('', part, ''), filled('a', part, '!')].flatMap((make) => {
      const growth = growthOf((length) => {
        const text = make(length)
        return quietly(() => read(text))
      })
      return growth < maxGrowth ? [] : [`${JSON.stringify(part)}: ${growth.toFixed(0)}`]
    }),
  )

describe('takes about eight times as long for eight times the text', () => {
  test.each(Object.entries(readers))('%s', { timeout: 120_000 }, (_, read) => {
    expect(slowAmong(read, repeated)).toEqual([])
  })

  test.each(Object.entries(markupReaders))('%s', { timeout: 120_000 }, (_, read) => {
    expect(slowAmong(read, [...repeatedInMarkup, ...repeated])).toEqual([])
  })

  test.each(pictures)('%s', (_, read, make) => {
    const growth = growthOf((length) => {
      const bytes = make(length)
      return () => void read(bytes)
    })
    expect(growth).toBeLessThan(maxGrowth)
  })
})

describe('takes about eight times as long for eight times the body', () => {
  const app = new Hono<Env>()
    .use(async (c, next) => {
      c.set('viewer', { ...anonymous, userId: 'somebody' })
      await next()
    })
    .post('/parts', async (c) => c.text(String([...(await readMultipart(c)).keys()].length)))
    .post('/text', async (c) => c.text(String((await readBodyText(c)).length)))
    .onError((thrown, c) => {
      if (thrown instanceof HTTPException) return c.body(null, thrown.status)
      throw thrown
    })
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'

  test.each([
    ...[
      '\r\n--',
      '\r\n',
      '--b',
      '-',
      '--',
      '--b\r\n',
      '--b--',
      'x',
      '\0',
      `${head}x\r\n`,
      '\r\n--b ',
    ],
  ])('multipart of %j', async (part) => {
    for (const [first, last] of [
      ['', ''],
      [head, '\r\n--b--\r\n'],
      [head.slice(0, 10), '\r\n\r\nx\r\n--b--\r\n'],
    ] as const) {
      const make = filled(first, part, last)
      const growth = await growthOfAsync(
        (length) => {
          const body = make(length)
          const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
          return async () => app.request('/parts', { method: 'POST', body, headers })
        },
        [500_000, 4_000_000],
      )
      expect(growth).toBeLessThan(maxGrowth)
    }
  })

  test('a body in small chunks', async () => {
    const growth = await growthOfAsync(
      (length) => async () => {
        let left = length / 100
        const body = new ReadableStream({
          pull: (stream) => {
            left -= 1
            if (left < 0) stream.close()
            else stream.enqueue(new Uint8Array(100))
          },
        })
        const request = { method: 'POST', body, duplex: 'half' } as RequestInit
        expect((await app.request('/text', request)).status).toBe(200)
      },
      [100_000, 800_000],
    )
    expect(growth).toBeLessThan(maxGrowth)
  })
})

test('the measurement tells linear growth from quadratic growth', () => {
  const linear = (length: number) => () => void 'a'.repeat(length).replaceAll('a', 'b')
  const square = (length: number) => () => void /\s+x/.test(' '.repeat(length / 8))
  expect(growthOf(linear)).toBeLessThan(maxGrowth)
  expect(growthOf(square)).toBeGreaterThan(maxGrowth)
})
