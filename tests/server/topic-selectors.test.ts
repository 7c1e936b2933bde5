import fc from 'fast-check'
import { HTTPException } from 'hono/http-exception'
import { describe, expect, test } from 'vitest'
import { parseTopicSelectors } from '#server/hub/topic-selectors.ts'

const base = 'https://site.test/_api'
const wants = (query: string, topic: string) =>
  parseTopicSelectors(new URLSearchParams(query), base).want(topic)

const title = '/component/titles/01'

describe('a topic is wanted', () => {
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
  ])('by %s=%s', (name, value) => {
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
  ])('but not by %s=%s', (name, value) => {
    expect(wants(`${name}=${encodeURIComponent(value)}`, title)).toBe(false)
  })

  test('with its query, where there is a word about it, or none at all', () => {
    const draft = `${title}?draft=1`
    expect(wants(`topic=${encodeURIComponent('/component/titles/{id}')}`, draft)).toBe(false)
    expect(wants('match_urlpattern=/component/titles/:id', draft)).toBe(true)
    const asked = encodeURIComponent('/component/titles/*?draft=1')
    expect(() => wants(`match_urlpattern=${asked}`, draft)).toThrow(HTTPException)
    const escaped = encodeURIComponent(String.raw`/component/titles/*\?draft=1`)
    expect(wants(`match_urlpattern=${escaped}`, draft)).toBe(true)
    expect(wants(`match_urlpattern=${escaped}`, title)).toBe(false)
  })

  test('by all who ask for the same in the same way', () => {
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
  ['many ways', `match_urlpattern=${encodeURIComponent('{a}?'.repeat(4))}`],
  ['a template of many parts', `topic=${encodeURIComponent('{a}/'.repeat(11))}`],
])('%s is refused', (_, query) => {
  const asked = () => parseTopicSelectors(new URLSearchParams(query), base)
  expect(asked).toThrow(HTTPException)
  expect(asked).toThrow(expect.objectContaining({ status: 400 }))
})

/** The costliest that is allowed: patterns that differ only at their ends, so that all of them stay possible for long. */
const costly = (patterns: number) =>
  Array.from(
    { length: patterns },
    (_, at) => `match_urlpattern=${encodeURIComponent(`/*${'a'.repeat(100)}*${at}`)}`,
  ).join('&')

test('patterns have a limit in all, and so has what an event costs for each subscriber', () => {
  const { words } = parseTopicSelectors(new URLSearchParams(costly(38)), base)
  expect(words).toBeLessThanOrEqual(4_096 / 32 + 4)
  expect(() => parseTopicSelectors(new URLSearchParams(costly(40)), base)).toThrow(HTTPException)
  const ways = `match_urlpattern=${encodeURIComponent(`/{a}?{b}?{c}?${'x'.repeat(50)}`)}`
  expect(() => parseTopicSelectors(new URLSearchParams(`${ways}&`.repeat(90)), base)).toThrow(
    HTTPException,
  )
  // All that a super admin is told to subscribe to, twice over, stays far below.
  const types = Array.from(
    { length: 40 },
    (_, at) => `/component/some_components_${at}/{id}?draft=1`,
  )
  const templates = types.map((type) => `topic=${encodeURIComponent(base + type)}`).join('&')
  expect(parseTopicSelectors(new URLSearchParams(templates), base).words).toBeLessThan(64)
})

const [step, letter] = [fc.constantFrom('a', 'b', '/', '?', '*', '{:x}', '{a}', '{ab}?'), 'ab/?']

test('whatever the pattern, a topic is wanted when a regular expression of the same meaning finds it', () => {
  /** The same by backtracking, which nobody could afford for longer ones. */
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
      // What is plain in a topic means something in a pattern.
      const written = steps.map((one) => (one === '?' ? '\\?' : one)).join('')
      const asked = `match_urlpattern=${encodeURIComponent(`/${written}`)}`
      // An asterisk behind a group would make it repeat, and is refused.
      fc.pre(!/\}\*|\*\*|(\{ab\}.*){4}/.test(written))
      expect(wants(asked, topic)).toBe(asExpression(steps, steps.includes('?'))(topic))
    }),
    { numRuns: 3_000 },
  )
})

test('many patterns at once want what any of them wants', () => {
  const patterns = Array.from({ length: 90 }, (_, at) => `/component/t${at}/:id`)
  const query = patterns.map((one) => `match_urlpattern=${encodeURIComponent(one)}`).join('&')
  const { want } = parseTopicSelectors(new URLSearchParams(query), base)
  for (let at = 0; at < 90; at += 1) {
    expect(want(`/component/t${at}/1`)).toBe(true)
    expect(want(`/component/t${at}/`)).toBe(false)
    expect(want(`/component/t${at}x/1`)).toBe(false)
  }
})
