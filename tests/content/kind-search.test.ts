import { expect, test } from 'vitest'
import { offeredKinds, withRecent } from '#content/model/kind-search.ts'
import { kinds } from '#site/kinds.ts'

const labels = (query: string, recent: readonly string[] = []) => {
  const offered = offeredKinds(kinds.components, recent, query)
  return [offered.recent, offered.others].map((list) => list.map(({ label }) => label))
}

test('without a search all kinds are offered, those that were added last apart and first', () => {
  const all = ['Collection', 'Form', 'Body Text', 'Image', 'Link', 'Title']
  expect(labels('')).toEqual([[], all])
  expect(labels(' ', ['Title', 'Gone', 'HtmlContent'])).toEqual([
    ['Title', 'Body Text'],
    ['Collection', 'Form', 'Image', 'Link'],
  ])
})

test.each([
  ['body', ['Body Text']],
  ['TEXT  body', ['Body Text']],
  // In the labels, and then in the descriptions.
  ['link', ['Link', 'Body Text']],
  ['picture', ['Image']],
  ['heading', ['Title']],
  ['link picture', []],
])('“%s” finds %j, whatever was added last', (query, found) => {
  expect(labels(query, ['Title', 'HtmlContent'])).toEqual([[], found])
})

test('a kind that is added again moves to the front, and three are remembered', () => {
  expect(withRecent([], 'Title')).toEqual(['Title'])
  expect(withRecent(['Title', 'Form'], 'Form')).toEqual(['Form', 'Title'])
  expect(withRecent(['Title', 'Form', 'Image'], 'Collection')).toEqual([
    'Collection',
    'Title',
    'Form',
  ])
})
