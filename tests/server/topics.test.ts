import { HTTPException } from 'hono/http-exception'
import { describe, expect, test } from 'vitest'
import { topicsOf } from '#server/topics.ts'

const base = 'https://site.test/_api'
const wants = (query: string, topic: string) =>
  topicsOf(new URLSearchParams(query), base).want(topic)

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
    const key = (query: string) => topicsOf(new URLSearchParams(query), base).key
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
  const asked = () => topicsOf(new URLSearchParams(query), base)
  expect(asked).toThrow(HTTPException)
  expect(asked).toThrow(expect.objectContaining({ status: 400 }))
})

test('however it is put, finding out takes no longer than both are long', () => {
  const long = `/${'a'.repeat(2_000)}`
  const began = performance.now()
  for (const query of [
    `match_urlpattern=${encodeURIComponent('/' + '*a'.repeat(10) + 'b')}`,
    `topic=${encodeURIComponent('/' + '{x}a'.repeat(10) + 'b')}`,
  ]) {
    expect(wants(query, long)).toBe(false)
  }
  // A backtracking engine would not come back before the sun goes out.
  expect(performance.now() - began).toBeLessThan(5_000)
})
