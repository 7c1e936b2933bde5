import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidInputError } from '#server/domain-errors.ts'
import { parseTopicSelectors } from '#server/hub/topic-selectors.ts'

const base = 'https://site.test/_api'
const wants = (query: string, topic: string) =>
  parseTopicSelectors(new URLSearchParams(query), base).matches(topic)

const title = '/component/titles/01'

describe('a topic matches', () => {
  test.each([
    ['topic', '*'],
    ['topic', title],
    ['topic', `${base}${title}`],
    ['topic', `/_api${title}`],
    ['topic', `${base}/component/titles/{id}`],
    ['topic', '/component/{type}/{id}'],
    ['match', '*'],
    ['match', title],
    ['match', `${base}${title}`],
    ['match_exact', title],
    ['matchExact', title],
    ['match_urlpattern', '*'],
    ['match_urlpattern', `${base}/component/titles/:id`],
    ['match_urlpattern', '/_api/component/:type/:id'],
    ['match_urlpattern', '/component/titles/*'],
    ['match_urlpattern', '/component/{titles/}?:id'],
    ['match_urlpattern', '/component/{titles}/01'],
    ['match_urlpattern', String.raw`/component/titles/\01`],
    ['match_urlpattern', 'https://*/component/titles/:id'],
    ['match_urlpattern', '*://site.test/_api/*'],
    ['matchURLPattern', `${base}/component/titles/:id`],
  ])('%s=%s', (name, value) => {
    expect(wants(`${name}=${encodeURIComponent(value)}`, title)).toBe(true)
    expect(wants(`match=x&${name}=${encodeURIComponent(value)}`, title)).toBe(true)
  })

  test.each([
    ['topic', '/component/titles'],
    ['topic', '/component/titles/{id}/usage'],
    ['topic', `https://elsewhere.test/_api${title}`],
    ['match', '/component/titles/{id}'],
    ['match', '/component/titles/*'],
    ['match', '/component/TITLES/01'],
    ['match_urlpattern', '/component/:id'],
    ['match_urlpattern', '/component/titles/:id/usage'],
    ['match_urlpattern', '/component/titles/'],
    ['match_urlpattern', String.raw`/component/titles/\*`],
    ['match_urlpattern', 'https://elsewhere.test/*'],
  ])('does not match %s=%s', (name, value) => {
    expect(wants(`${name}=${encodeURIComponent(value)}`, title)).toBe(false)
  })

  test('with its query if the pattern has one, otherwise with any query', () => {
    const draft = `${title}?draft=1`
    expect(wants(`topic=${encodeURIComponent('/component/titles/{id}')}`, draft)).toBe(false)
    expect(wants('match_urlpattern=/component/titles/:id', draft)).toBe(true)
    const pattern = encodeURIComponent('/component/titles/*?draft=1')
    expect(() => wants(`match_urlpattern=${pattern}`, draft)).toThrow(InvalidInputError)
    const escaped = encodeURIComponent(String.raw`/component/titles/*\?draft=1`)
    expect(wants(`match_urlpattern=${escaped}`, draft)).toBe(true)
    expect(wants(`match_urlpattern=${escaped}`, title)).toBe(false)
  })

  test('equally for equal subscriptions', () => {
    const key = (query: string) => parseTopicSelectors(new URLSearchParams(query), base).key
    expect(key('topic=*')).toBe(key('match=*&topic=x'))
    expect(key('match=a&Last-Event-ID=1')).toBe(key('match=a'))
    expect(key('match=a')).not.toBe(key('match=b'))
  })
})

test.each([
  ['nothing', ''],
  ['another way', 'matchRegexp=.*'],
  ['a name in other letters', 'Match=*'],
  ['a regular expression', `match_urlpattern=${encodeURIComponent('/:id(\\d+)')}`],
  ['a part that may repeat', `match_urlpattern=${encodeURIComponent('/:id+')}`],
  ['brackets that do not close', `match_urlpattern=${encodeURIComponent('/{a')}`],
  ['a control character', 'match=a%07'],
  ['a very long one', `match=${'a'.repeat(2_000)}`],
  ['very many', 'match=a&'.repeat(101)],
  ['many variable parts', `match_urlpattern=${'*/'.repeat(11)}`],
  ['many alternatives', `match_urlpattern=${encodeURIComponent('{a}?'.repeat(4))}`],
  ['a template of many parts', `topic=${encodeURIComponent('{a}/'.repeat(11))}`],
])('rejects %s', (_, query) => {
  const parse = () => parseTopicSelectors(new URLSearchParams(query), base)
  expect(parse).toThrow(InvalidInputError)
})

/**
 * The most expensive subscription that is allowed: patterns that differ only at their ends, so that all of them stay
 * possible for long.
 */
const costly = (patterns: number) =>
  Array.from(
    { length: patterns },
    (_, at) => `match_urlpattern=${encodeURIComponent(`/*${'a'.repeat(100)}*${at}`)}`,
  ).join('&')

test('limits the positions of all patterns, and so the cost of an event for each subscriber', () => {
  const { costPerCharacter } = parseTopicSelectors(new URLSearchParams(costly(38)), base)
  expect(costPerCharacter).toBeLessThanOrEqual(4_096 / 32 + 4)
  expect(() => parseTopicSelectors(new URLSearchParams(costly(40)), base)).toThrow(
    InvalidInputError,
  )
  const alternatives = `match_urlpattern=${encodeURIComponent(`/{a}?{b}?{c}?${'x'.repeat(50)}`)}`
  expect(() =>
    parseTopicSelectors(new URLSearchParams(`${alternatives}&`.repeat(90)), base),
  ).toThrow(InvalidInputError)
  // Twice the topics that a super admin is told to subscribe to stay far below the limit.
  const types = Array.from(
    { length: 40 },
    (_, at) => `/component/some_components_${at}/{id}?draft=1`,
  )
  const templates = types.map((type) => `topic=${encodeURIComponent(base + type)}`).join('&')
  expect(parseTopicSelectors(new URLSearchParams(templates), base).costPerCharacter).toBeLessThan(
    64,
  )
})

const [step, letter] = [fc.constantFrom('a', 'b', '/', '?', '*', '{:x}', '{a}', '{ab}?'), 'ab/?']

test('matches whatever an equivalent regular expression matches', () => {
  /** Matches by backtracking, which would be too slow for longer patterns. */
  const asExpression = (steps: readonly string[], hasQuery: boolean) => {
    const parts: Record<string, string> = {
      ...{ '*': '.*', '{:x}': '[^/?]+', '{a}': 'a', '{ab}?': '(?:ab)?', '?': '\\?' },
    }
    const expression = new RegExp(`^/${steps.map((one) => parts[one] ?? one).join('')}$`, 's')
    return (topic: string) => expression.test(hasQuery ? topic : topic.split('?', 1)[0]!)
  }
  const cases = fc.tuple(
    fc.array(step, { maxLength: 7 }),
    fc.string({ unit: fc.constantFrom(...letter), maxLength: 12 }).map((text) => `/${text}`),
  )
  fc.assert(
    fc.property(cases, ([steps, topic]) => {
      // Escapes plain characters of a topic that have a meaning in patterns.
      const written = steps.map((one) => (one === '?' ? '\\?' : one)).join('')
      const query = `match_urlpattern=${encodeURIComponent(`/${written}`)}`
      // An asterisk after a group would repeat it, and is rejected.
      fc.pre(!/\}\*|\*\*|(\{ab\}.*){4}/.test(written))
      expect(wants(query, topic)).toBe(asExpression(steps, steps.includes('?'))(topic))
    }),
    { numRuns: 3_000 },
  )
})

test('many patterns together match what any of them matches', () => {
  const patterns = Array.from({ length: 90 }, (_, at) => `/component/t${at}/:id`)
  const query = patterns.map((one) => `match_urlpattern=${encodeURIComponent(one)}`).join('&')
  const { matches } = parseTopicSelectors(new URLSearchParams(query), base)
  for (let at = 0; at < 90; at += 1) {
    expect(matches(`/component/t${at}/1`)).toBe(true)
    expect(matches(`/component/t${at}/`)).toBe(false)
    expect(matches(`/component/t${at}x/1`)).toBe(false)
  }
})
