import { expect, test } from 'vitest'
import {
  type RememberedAddition,
  currentInsertionPoint,
  editsOfSaved,
  parseRememberedAddition,
  rememberedAdditionText,
} from '#content/change/remembered-addition.ts'
import { maxCharacters } from '#content/change/remembered-text.ts'
import { createReader } from '#content/model/resource.ts'
import { component, pagePayload } from '../support/content/page-payload.ts'

const account = '/users/1'
const group = '/_/component_groups/_'

const addition: RememberedAddition = {
  type: 'HtmlContent',
  insertionPoint: { group, index: 1, sortValue: 1 },
  data: { html: '<p>Mine</p>', uiClassNames: ['wide'], rows: 3 },
  page: { path: '/about', title: 'About us' },
}
const fills = {
  position: '/_/component_positions/one',
  iri: '/page_data/1',
  property: 'html',
} as const

const read = (one: RememberedAddition) =>
  parseRememberedAddition(rememberedAdditionText(account, one) ?? '', account)

test('what was being added is the same when it is read again', () => {
  const filling = { ...addition, insertionPoint: { ...addition.insertionPoint, fills } }
  expect([read(addition), read(filling)]).toEqual([addition, filling])
})

test('a file is left out, and nothing is remembered that there is no room for', () => {
  const file = 'data:image/png;base64,AAAA'
  expect(read({ ...addition, data: { ...addition.data, file } })).toEqual(addition)
  const long = { ...addition, data: { html: 'a'.repeat(maxCharacters) } }
  expect(rememberedAdditionText(account, long)).toBeNull()
})

const hostile = (changes: object) =>
  JSON.stringify({ version: 1, account, addition: { ...addition, ...changes } })

test.each([
  ['nothing', ''],
  ['another account', hostile({}).replace(account, '/users/2')],
  ['another version', hostile({}).replace('"version":1', '"version":2')],
  ['more than fits', hostile({ type: 'a'.repeat(maxCharacters) })],
  [
    'a group of another site',
    hostile({ insertionPoint: { ...addition.insertionPoint, group: '//a.b' } }),
  ],
  ['no number', hostile({ insertionPoint: { ...addition.insertionPoint, sortValue: '1' } })],
  ['a file', hostile({ data: { file: 'data:text/html,a' } })],
  ['a page of another site', hostile({ page: { path: '//a.b', title: '' } })],
  ['an id that is none', hostile({ id: 'a\n: b' })],
  ['an unknown entry', hostile({ endpoint: '/users' })],
])('%s in the storage is read as nothing', (_, text) => {
  expect(parseRememberedAddition(hostile({}), account)).toEqual(addition)
  expect(parseRememberedAddition(text, account)).toBeNull()
})

test('what differs from what is saved of it is an edit of that', () => {
  const id = '01900000-0000-7000-8000-000000000001'
  const endpoint = '/component/html_contents'
  const sent = { ...addition, id }
  const saved = {
    ...addition.data,
    '@id': `${endpoint}/${id}`,
    '@type': 'HtmlContent',
    _metadata: {},
    html: '<p>M</p>',
  }
  const reader = createReader((iri) => (iri === saved['@id'] ? saved : undefined))
  const interruption = { page: addition.page, failure: null, remote: '<p>M</p>' }
  expect(editsOfSaved(sent, endpoint, reader)).toEqual([
    {
      iri: saved['@id'],
      property: 'html',
      value: '<p>Mine</p>',
      stored: '<p>M</p>',
      interruption,
    },
  ])
  const asSaved = { ...sent, data: { html: '<p>M</p>' } }
  expect(editsOfSaved(asSaved, endpoint, reader)).toEqual([])
  expect(editsOfSaved(sent, '/component/titles', reader)).toBeNull()
  expect(editsOfSaved(addition, endpoint, reader)).toBeNull()
})

const { entries } = pagePayload([
  component('Title', 'one', { title: 'Curtain' }),
  component('Title', 'two', { title: 'Coda' }),
])
const resources = entries.map(({ resource }) => resource)

const pointNow = (point: Partial<RememberedAddition['insertionPoint']>, data: object = {}) => {
  const all = [...resources, { '@id': fills.iri, '@type': 'Data', _metadata: {}, ...data }]
  const insertionPoint = { ...addition.insertionPoint, ...point }
  const reader = createReader((iri) => all.find((one) => one['@id'] === iri))
  return currentInsertionPoint({ ...addition, insertionPoint }, reader)
}

test('its index is the one that it has among the positions of now', () => {
  expect(pointNow({ index: 7 })).toEqual(addition.insertionPoint)
  expect(pointNow({ sortValue: 11 })).toMatchObject({ index: 2, sortValue: 11 })
  expect(pointNow({ group: '/_/component_groups/gone' })).toBeNull()
})

test('a position that it is to fill has to be there and to show nothing else', () => {
  expect(pointNow({ fills })).toMatchObject({ index: 0, fills })
  expect(pointNow({ fills }, { html: '/component/html_contents/1' })).toBeNull()
  expect(pointNow({ fills: { ...fills, position: '/_/component_positions/gone' } })).toBeNull()
})
