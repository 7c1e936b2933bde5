import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultSiteConfig, isSettingKey, parseSiteConfig } from '#content/model/site-config.ts'
import { documentTitle } from '#content/settings/document-title.ts'
import { searchResultOf } from '#content/settings/search-result.ts'
import { settingIn } from '#content/settings/setting-message.ts'
import {
  disallowsAll,
  findSettingProblem,
  isOtherOrigin,
  refusedKeys,
} from '#content/settings/setting-problems.ts'
import {
  changeSetting,
  changedKeys,
  changesOf,
  configOf,
  draftOf,
  keepMine,
  receiveSetting,
  settleSetting,
  takeTheirs,
  valueOf,
} from '#content/settings/settings-draft.ts'

const stored = [
  { key: 'siteName', value: 'Troupe' },
  { key: 'indexable', value: '0' },
  { key: 'robotsText', value: ['User-agent: *', 'Disallow: /attic'] },
  { key: 'ofAnotherProgram', value: 'x' },
]
const draft = draftOf(stored)
const settingKeys = Object.keys(defaultSiteConfig).filter(isSettingKey)

test('reads booleans in all their forms, and ignores empty values and unknown keys', () => {
  for (const [text, value] of [
    ['0', false],
    ['1', true],
    ['false', false],
    ['true', true],
  ] as const)
    expect(parseSiteConfig([{ key: 'sitemapEnabled', value: text }]).sitemapEnabled).toBe(value)
  const odd = [
    { key: 'sitemapEnabled', value: 'maybe' },
    { key: 'siteName', value: '' },
    { key: 'toString', value: '1' },
  ]
  expect(parseSiteConfig(odd)).toEqual(defaultSiteConfig)
})

test('shows what is stored, or the default', () => {
  expect(valueOf(draft, 'siteName')).toBe('Troupe')
  expect(valueOf(draft, 'indexable')).toBe(false)
  expect(valueOf(draft, 'robotsText')).toBe('User-agent: *\nDisallow: /attic')
  expect(valueOf(draft, 'sitemapEnabled')).toBe(true)
})

test('sends only what was changed, and knows what is new', () => {
  const changed = [
    { key: 'indexable', value: true },
    { key: 'sitemapEnabled', value: false },
    { key: 'siteName', value: 'Lanterns' },
    { key: 'siteName', value: 'Troupe' },
  ] as const
  expect(changesOf(changed.reduce(changeSetting, draft))).toEqual([
    { key: 'indexable', text: 'true', replaced: '0' },
    { key: 'sitemapEnabled', text: 'false', replaced: undefined },
  ])
})

test('a field that was cleared stays empty, and the site uses the default', () => {
  const cleared = settleSetting(changeSetting(draft, { key: 'siteName', value: '' }), {
    key: 'siteName',
    text: '',
  })
  expect(changedKeys(cleared)).toEqual([])
  expect(valueOf(cleared, 'siteName')).toBe('')
  expect(configOf(cleared).siteName).toBe(defaultSiteConfig.siteName)
})

test('what somebody else has saved is taken over, but never in place of a change', () => {
  const theirs = { key: 'siteName', text: 'Theirs' } as const
  expect(valueOf(receiveSetting(draft, theirs), 'siteName')).toBe('Theirs')
  const mine = receiveSetting(changeSetting(draft, { key: 'siteName', value: 'Mine' }), theirs)
  expect(mine.conflicts).toEqual(['siteName'])
  expect(changesOf(mine)).toEqual([])
  expect(changesOf(keepMine(mine, 'siteName'))).toEqual([
    { key: 'siteName', text: 'Mine', replaced: 'Theirs' },
  ])
  expect(valueOf(takeTheirs(mine, 'siteName'), 'siteName')).toBe('Theirs')
  const same = receiveSetting(changeSetting(draft, { key: 'siteName', value: 'Mine' }), {
    key: 'siteName',
    text: 'Mine',
  })
  expect(changedKeys(same)).toEqual([])
})

test('a draft whose changes are all saved has none, and shows the same', () => {
  const change = fc.record({
    key: fc.constantFrom(
      ...settingKeys.filter((key) => typeof defaultSiteConfig[key] === 'string'),
    ),
    value: fc.constantFrom('', 'a', 'b', 'Troupe'),
  })
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const changed = changes.reduce(changeSetting, draft)
      const saved = changesOf(changed).reduce(settleSetting, changed)
      expect(changedKeys(saved)).toEqual([])
      for (const key of settingKeys) expect(valueOf(saved, key)).toBe(valueOf(changed, key))
    }),
  )
})

describe('a message of the hub', () => {
  test.each([
    ['/_/site_config_parameters/siteName', { value: 'A' }, { key: 'siteName', text: 'A' }],
    ['/_/site_config_parameters/siteName', {}, { key: 'siteName', text: undefined }],
    ['/_/site_config_parameters/siteName', { value: null }, { key: 'siteName', text: '' }],
    ['/_/site_config_parameters/other', { value: 'A' }, null],
    ['/_/site_config_parameters', {}, null],
    ['/component/titles/siteName', { value: 'A' }, null],
  ])('%s %j', (iri, data, setting) => {
    expect(settingIn({ data: { '@id': iri, ...data } })).toEqual(setting)
  })
})

describe('problems', () => {
  test.each([
    ['canonicalUrl', '', null],
    ['canonicalUrl', 'https://a.test', null],
    ['canonicalUrl', 'a.test', 'Enter a complete address, such as https://www.example.org.'],
    [
      'canonicalUrl',
      'javascript:alert(1)',
      'Enter a complete address, such as https://www.example.org.',
    ],
    ['lang', '', null],
    ['lang', 'pt-BR', null],
    ['lang', 'de-at', null],
    ['lang', 'pt_BR', 'Enter a language tag, such as en, de or pt-BR (BCP 47).'],
    [
      'lang',
      `de-${'x'.repeat(8)}`.repeat(9),
      'Enter a language tag, such as en, de or pt-BR (BCP 47).',
    ],
    ['timeZone', 'Europe/Berlin', null],
    ['timeZone', 'UTC', null],
    ['timeZone', '+01:00', 'Enter the name of a time zone, such as Europe/Berlin or UTC.'],
    ['timeZone', 'Europe/Atlantis', 'Enter the name of a time zone, such as Europe/Berlin or UTC.'],
    ['dateFormat', 'iso', null],
    ['dateFormat', 'dd.mm.', 'Choose one of these: short, medium, long, iso.'],
    ['siteName', 'x'.repeat(100_001), 'This text is too long.'],
    ['robotsText', '# words\n\nDisallow: /attic\r\n', null],
    ['sitemapXml', ' \n', null],
    ['sitemapXml', 'x'.repeat(1024 * 1024 + 1), 'Write at most 1 MB of XML.'],
    ['sitemapXml', 'é'.repeat(600_000), 'Write at most 1 MB of XML.'],
  ] as const)('of %s', (key, value, message) => {
    expect(findSettingProblem(key, value)?.message ?? null).toBe(message)
  })

  test('say the line and the column', () => {
    const xml =
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n  <url></loc>\n</urlset>'
    expect(findSettingProblem('sitemapXml', xml)).toEqual({
      message: 'This is not well-formed XML: unexpected close tag.',
      position: { line: 2, column: 13 },
    })
    expect(findSettingProblem('robotsText', 'Disallow: /a\nkeep out')?.position).toEqual({
      line: 2,
      column: 1,
    })
  })

  test('count only in what was changed', () => {
    const broken = draftOf([{ key: 'canonicalUrl', value: 'nowhere' }])
    expect(refusedKeys(broken)).toEqual([])
    expect(refusedKeys(changeSetting(broken, { key: 'canonicalUrl', value: 'x' }))).toEqual([
      'canonicalUrl',
    ])
  })
})

test.each([
  ['Disallow: /', true],
  ['User-agent: *\nDisallow: / # all', true],
  ['User-agent: GPTBot\nUser-agent: *\nDisallow: /', true],
  ['User-agent: *\nDisallow: /attic', false],
  ['User-agent: *\nDisallow: /attic\nUser-agent: GPTBot\nDisallow: /', false],
  ['', false],
])('knows whether %j keeps all crawlers out', (text, expected) => {
  expect(disallowsAll(text)).toBe(expected)
})

test('warns of another origin', () => {
  expect(isOtherOrigin('https://a.test/path', 'https://a.test')).toBe(false)
  expect(isOtherOrigin('https://b.test', 'https://a.test')).toBe(true)
  expect(isOtherOrigin('nowhere', 'https://a.test')).toBe(false)
})

test('titles and search results are as the site has them', () => {
  const config = { ...defaultSiteConfig, siteName: 'Troupe' }
  expect(documentTitle(config, 'About', '|')).toBe('About | Troupe')
  expect(documentTitle(config, '', '|')).toBe('Troupe')
  expect(documentTitle({ ...config, concatTitle: false }, 'About', '|')).toBe('About')
  expect(
    searchResultOf(
      { ...config, canonicalUrl: 'https://www.troupe.test' },
      { title: 'One', path: '/a/one' },
      { origin: 'https://x.test', separator: '–' },
    ),
  ).toEqual({ title: 'One – Troupe', url: 'www.troupe.test › a › one' })
})
