/** Every parser and pattern that meets text from outside, or text that was stored: twice the text may take twice the time. */
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { describe, expect, test } from 'vitest'
import { asciiUrl, isLink, linkTrouble, pathTrouble } from '#content/link.ts'
import { pageIn, wordsIn } from '#content/listed.ts'
import { decoded, hasPage, isOpen, locationOf, wayBack } from '#content/location.ts'
import { pageQuery, requestWith } from '#content/query.ts'
import { routeAt } from '#content/route-table.ts'
import { defaultSiteConfig, homeOf, siteConfigOf } from '#content/site-config.ts'
import { hubSessionIn, sessionIn } from '#server/cookies.ts'
import { type Env, anonymous } from '#server/env.ts'
import { builtIn } from '#server/forms/built-in.ts'
import { idOf } from '#server/forms/names.ts'
import { readSubmission } from '#server/forms/submission.ts'
import { viewOf } from '#server/forms/view.ts'
import { mergeVary } from '#server/http/cache-policy.ts'
import { parseJson } from '#server/json.ts'
import { createLog } from '#server/log.ts'
import { judge, sizeOfSvg } from '#server/media/judge.ts'
import { endOfAvif, endOfGif, endOfJpeg, endOfPng, endOfWebp } from '#server/media/picture-end.ts'
import { readParts } from '#server/multipart.ts'
import { createProxies, isRange } from '#server/proxies.ts'
import { escapeAttribute, scriptSafe } from '#server/render/document.ts'
import { acceptable } from '#server/render/encoding.ts'
import { robotsOf } from '#server/render/robots.ts'
import { sitemapOf } from '#server/render/sitemap.ts'
import { bodyText } from '#server/request-body.ts'
import { isAdmitted, withoutFormat } from '#server/routes/http.ts'
import { sitemapTrouble } from '#server/sitemap-xml.ts'
import { readBody } from '#server/store/body.ts'
import { publishViolations } from '#server/store/checks.ts'
import { isMatch } from '#server/store/etag.ts'
import { isShadowed } from '#server/store/named.ts'
import { htmlTrouble, sanitise, sanitiseStored } from '#server/store/sanitise.ts'
import { createShapes } from '#server/store/shapes.ts'
import { slugOf } from '#server/store/slug.ts'
import { createMatcher } from '#server/topic-matcher.ts'
import { topicsOf } from '#server/topics.ts'
import { readChanges } from '#server/users/changes.ts'
import { isSameName } from '#server/users/name-keys.ts'
import { xmlTrouble } from '#server/xml.ts'
import { form as exampleForm } from '#site/forms/example.ts'
import { kinds } from '#site/kinds.ts'
import { growthOf, growthOfAsync, mostGrowth } from '../support/scaling.ts'

/** Refusing is an answer, and has to come as quickly as any. */
const quietly = (act: () => unknown) => () => {
  try {
    act()
  } catch (thrown) {
    if (!(thrown instanceof HTTPException) && !(thrown instanceof TypeError)) throw thrown
  }
}

/** What patterns stumble over when there is much of it. */
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

const shapes = createShapes(kinds)
const title = shapes.ofType('Title')!
const link = shapes.ofType('NavigationLink')!
const html = shapes.ofType('HtmlContent')!
const parameter = shapes.ofType('SiteConfigParameter')!
const log = createLog(() => {})
const proxies = createProxies(['127.0.0.0/8'])
const config = (more: object) => ({ ...defaultSiteConfig, ...more })
const form = (name: string) => builtIn.find((one) => one.name === name)!
const base = 'https://site.test/_api'
const matcher = createMatcher([
  [...'/component/'],
  [{ stops: '', mayBeEmpty: true }, 'a', 'a', 'b'],
])

type Read = (text: string) => unknown

const readers: Record<string, Read> = {
  // Bodies.
  JSON: (text) => parseJson(`{"a":${text}}`),
  'JSON text': (text) => parseJson(JSON.stringify({ a: text })),
  'a resource': (text) => readBody(title, { title: text, uiClassNames: [text], publishedAt: text }),
  'a link': (text) => readBody(link, { label: text, rawPath: text, route: text }),
  'an HTML field': (text) => readBody(html, { html: text }),
  'a parameter': (text) => readBody(parameter, { key: text, value: text }),
  'an account': (text) =>
    readChanges(
      { username: text, emailAddress: text, plainPassword: text, newEmailAddress: text },
      true,
    ),
  'a form': (text) =>
    readSubmission(exampleForm, {
      example: { text, email: text, message: text, subject: text, interests: [text] },
    }),
  'names of a form': (text) =>
    readSubmission(exampleForm, { example: { [text]: text, children: { [text]: {} } } }),
  'the form of an account': (text) =>
    viewOf(
      form('user_register'),
      '/',
      readSubmission(form('user_register'), {
        user_register: {
          username: text,
          emailAddress: text,
          plainPassword: { first: text, second: text },
        },
      })!,
    ),
  'a name in a form': idOf,

  // Addresses and their parts.
  'an address': (text) => locationOf(`/${text}`),
  'a path of a page': (text) => [hasPage(`/${text}`), isOpen(`/_cwa/${text}`), routeAt(`/${text}`)],
  'a query': (text) => [pageQuery(`?${text}`), requestWith('/component/titles/1', `?${text}`)],
  'a list’s query': (text) => [pageIn(`?page=${text}`), wordsIn(`?title=${text}`)],
  'a way back': (text) => wayBack({ path: '/login', search: `?back=${text}`, hash: '' }),
  'a segment': decoded,
  'a link’s address': (text) => [
    isLink(text),
    linkTrouble(`https://${text}`),
    linkTrouble(`mailto:${text}`),
  ],
  'a route’s path': (text) => [
    pathTrouble(`/${text}`),
    isShadowed(`/${text}`),
    withoutFormat(`/${text}`),
  ],
  'a redirect': asciiUrl,
  'a slug': slugOf,
  'a site’s address': (text) =>
    homeOf(siteConfigOf([{ key: 'canonicalUrl', value: `https://${text}` }]), null),
  'a logged path': (text) => {
    log.request({ method: 'GET', path: `/verify-email/${text}`, status: 200, ms: 1 })
    log.flush()
  },

  // Headers.
  Accept: isAdmitted,
  'Accept-Encoding': (text) => acceptable(text, ['br', 'gzip']),
  'If-Match': (text) => isMatch(text, '"a.b.1"'),
  Vary: (text) => mergeVary(text, text),
  cookies: (text) => [sessionIn(`api_component=${text}`), hubSessionIn(null, text)],
  Authorization: (text) => hubSessionIn(`Bearer ${text}`, null),
  'X-Forwarded-For': (text) => proxies.clientOf('127.0.0.1', { for: text, proto: text }),
  'an address of a network': isRange,
  'a name to compare': (text) => isSameName(text, `${text}a`),

  // Live updates.
  'a topic': (text) => topicsOf(new URLSearchParams([['topic', text]]), base),
  'a URL pattern': (text) => topicsOf(new URLSearchParams([['match_urlpattern', text]]), base),
  topics: (text) => topicsOf(new URLSearchParams(text), base),
  'a topic that is wanted or not': matcher.matches,
}

/** What was read last is known the next time. */
let count = 0

const markupReaders: Record<string, Read> = {
  XML: xmlTrouble,
  'XML in a tag': (text) => xmlTrouble(`<a ${text}`),
  'XML in an element': (text) => xmlTrouble(`<a>${text}</a>`),
  'a sitemap': (text) =>
    sitemapTrouble(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${text}</urlset>`),
  'a stored sitemap': (text) =>
    sitemapOf(config({ sitemapXml: `${text}<!--${(count += 1)}-->` }), [], 'https://site.test'),
  HTML: (text) => (htmlTrouble(text) === null ? sanitise(text) : null),
  'HTML in a tag': (text) => (htmlTrouble(`<a ${text}`) === null ? sanitise(`<a ${text}`) : null),
  'stored HTML': sanitiseStored,
  'HTML to be published': (text) => publishViolations(html, { html: text }),
  'a drawing': (text) => judge(Buffer.from(text)),
  'a drawing’s size': (text) =>
    sizeOfSvg(
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width='${text}' viewBox='${text}'/>`),
    ),
  'robots.txt': (text) => robotsOf(config({ robotsText: text }), 'https://site.test'),
  'an attribute': escapeAttribute,
  'what a page is hydrated from': scriptSafe,
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
  ['anything', judge, bytesOf(Buffer.alloc(0), [0xef, 0xbb, 0xbf, 0x20])],
]

const filled = (first: string, part: string, last: string) => (length: number) =>
  first + part.repeat(Math.ceil(length / part.length)) + last

/** What takes more than its share, of much of each of these: alone, and behind and before something else. */
const slowAmong = (read: Read, parts: readonly string[]) =>
  parts.flatMap((part) =>
    [filled('', part, ''), filled('a', part, '!')].flatMap((make) => {
      const growth = growthOf((length) => {
        const text = make(length)
        return quietly(() => read(text))
      })
      return growth < mostGrowth ? [] : [`${JSON.stringify(part)}: ${growth.toFixed(0)}`]
    }),
  )

describe('eight times the text takes about eight times as long', () => {
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
    expect(growth).toBeLessThan(mostGrowth)
  })
})

describe('eight times the body takes about eight times as long', () => {
  const app = new Hono<Env>()
    .use(async (c, next) => {
      c.set('viewer', { ...anonymous, userId: 'somebody' })
      await next()
    })
    .post('/parts', async (c) => c.text(String([...(await readParts(c)).keys()].length)))
    .post('/text', async (c) => c.text(String((await bodyText(c)).length)))
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
      expect(growth).toBeLessThan(mostGrowth)
    }
  })

  test('in small pieces', async () => {
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
    expect(growth).toBeLessThan(mostGrowth)
  })
})

test('the measure itself tells what grows in proportion from what grows by the square', () => {
  const linear = (length: number) => () => void 'a'.repeat(length).replaceAll('a', 'b')
  const square = (length: number) => () => void /\s+x/.test(' '.repeat(length / 8))
  expect(growthOf(linear)).toBeLessThan(mostGrowth)
  expect(growthOf(square)).toBeGreaterThan(mostGrowth)
})
