import { expect, test } from 'vitest'
import {
  type OutlineItem,
  outlineKeyOf,
  outlineOf,
  outlineRows,
  rowIndexOf,
  withAncestorsExpanded,
  withNewPosition,
} from '#content/page/outline/outline.ts'
import { positionsOf } from '#content/model/groups.ts'
import { NEW_POSITION, NEW_RESOURCE } from '#content/model/iri.ts'
import { readerOf, resource } from '../../../support/content/known-resources.ts'

const groupIri = (name: string) => `/_/component_groups/${name}` as const
const group = (name: string, location: string, ...positions: string[]) =>
  resource(groupIri(name), {
    location,
    reference: `${name}_${location}`,
    componentPositions: positions.map((position) => `/_/component_positions/${position}`),
  })
const position = (name: string, of: string, sortValue: number, component?: string) =>
  resource(`/_/component_positions/${name}`, {
    componentGroup: groupIri(of),
    sortValue,
    ...(component && { component: `/component/texts/${component}` }),
  })
const component = (name: string, more = {}) =>
  resource(`/component/texts/${name}`, { componentGroups: [], componentPositions: [], ...more })
const draft = { _metadata: { publishable: { published: false } } }
const inside = (...groups: string[]) => ({ componentGroups: groups.map(groupIri) })

/** Writes an outline as words, to compare it at a glance. */
const sketch = (items: readonly OutlineItem[]): unknown[] =>
  items.map(({ iri, isDraft, children }) => {
    const name = `${iri.split('/').slice(-1)[0]}${isDraft ? ' (draft)' : ''}`
    return children.length > 0 ? { [name]: sketch(children) } : name
  })

/** Lists the items of an outline with their scope. */
const scopesOf = (items: readonly OutlineItem[]): string[][] =>
  items.flatMap(({ iri, scope, isScopeRoot, children }) => [
    [iri.split('/').at(-1)!, scope, ...(isScopeRoot ? ['root'] : [])],
    ...scopesOf(children),
  ])

const resources = [
  resource('/_/layouts/main', inside('top')),
  group('top', '/_/layouts/main', 'link'),
  position('link', 'top', 0, 'link'),
  component('link'),
  resource('/_/pages/home', inside('story', 'aside')),
  group('story', '/_/pages/home', 'b', 'a', 'empty', 'gone'),
  group('aside', '/_/pages/home'),
  position('a', 'story', 0, 'box'),
  position('b', 'story', 1, 'live'),
  position('empty', 'story', 2),
  position('gone', 'story', 3, 'unknown'),
  component('live', { draftResource: '/component/texts/rewritten' }),
  component('rewritten', { ...draft, publishedResource: '/component/texts/live' }),
  component('box', inside('inner')),
  group('inner', '/component/texts/box', 'inside', 'itself'),
  position('inside', 'inner', 0, 'new'),
  position('itself', 'inner', 1, 'box'),
  component('new', draft),
]
const read = readerOf(resources)
const home = { page: '/_/pages/home', layout: '/_/layouts/main' } as const
const keys = {
  story: 'page /_/component_groups/story',
  live: 'page /_/component_groups/story /_/component_positions/b',
  new: 'page /_/component_groups/story /_/component_positions/a /_/component_groups/inner /_/component_positions/inside',
}

test('shows a page with its groups in order and what is nested in components, then the layout', () => {
  expect(sketch(outlineOf(home, read))).toEqual([
    {
      home: [
        { story: [{ box: [{ inner: ['new (draft)', 'box'] }] }, 'rewritten (draft)'] },
        'aside',
      ],
    },
    { main: [{ top: ['link'] }] },
  ])
})

test('shows a page of data by its own components in the positions of its template', () => {
  const article = [
    resource('/_/pages/template', inside('body')),
    group('body', '/_/pages/template', 'title', 'text'),
    position('title', 'body', 0, 'shared'),
    position('text', 'body', 1, 'own'),
    component('shared'),
    component('own', { draftResource: '/component/texts/own-draft' }),
    component('own-draft', { ...draft, publishedResource: '/component/texts/own' }),
    resource('/page_data/articles/1', { page: '/_/pages/template', text: '/component/texts/own' }),
  ]
  const page = { page: '/_/pages/template', pageData: '/page_data/articles/1' } as const
  const outline = outlineOf(page, readerOf(article))
  expect(sketch(outline)).toEqual([{ '1': [{ body: ['shared', 'own-draft (draft)'] }] }])
})

test('what a page of data shares with others is part of its template, down to what it owns', () => {
  const article = [
    resource('/_/pages/template', inside('body')),
    group('body', '/_/pages/template', 'shared', 'own'),
    position('shared', 'body', 0, 'box'),
    position('own', 'body', 1, 'text'),
    component('box', inside('inner')),
    group('inner', '/component/texts/box', 'nested'),
    position('nested', 'inner', 0, 'nested'),
    component('nested'),
    component('text', inside('mine')),
    group('mine', '/component/texts/text'),
    resource('/page_data/articles/1', { page: '/_/pages/template', text: '/component/texts/text' }),
    ...resources.slice(0, 4),
  ]
  const page = {
    page: '/_/pages/template',
    pageData: '/page_data/articles/1',
    layout: '/_/layouts/main',
  } as const
  expect(scopesOf(outlineOf(page, readerOf(article)))).toEqual([
    ['1', 'page'],
    ['body', 'template', 'root'],
    ['box', 'template'],
    ['inner', 'template'],
    ['nested', 'template'],
    ['text', 'page'],
    ['mine', 'page'],
    ['main', 'layout', 'root'],
    ['top', 'layout'],
    ['link', 'layout'],
  ])
})

test('a template that is shown itself is one, and its parts are edited like those of any page', () => {
  const template = [
    resource('/_/pages/template', { ...inside('body'), isTemplate: true }),
    group('body', '/_/pages/template', 'shared'),
    position('shared', 'body', 0, 'link'),
    component('link'),
  ]
  expect(scopesOf(outlineOf({ page: '/_/pages/template' }, readerOf(template)))).toEqual([
    ['template', 'template', 'root'],
    ['body', 'page'],
    ['link', 'page'],
  ])
})

test('what is being added has an item in its place', () => {
  const insertionPoint = { group: groupIri('story'), index: 1, sortValue: 1 }
  const outline = outlineOf(home, read, (of) =>
    withNewPosition(positionsOf(of, read), of, insertionPoint),
  )
  const [story, aside] = outline[0]!.children
  expect(aside!.children).toEqual([])
  expect(story!.children).toHaveLength(3)
  const stack = [NEW_RESOURCE, NEW_POSITION, groupIri('story')]
  expect(story!.children[1]).toMatchObject({ iri: NEW_RESOURCE, stack, isDraft: false })
  expect(outlineKeyOf(stack, 'page')).toBe(story!.children[1]!.key)
})

test('is empty for a screen without a page', () => {
  expect(outlineOf({}, read)).toEqual([])
})

test('leaves out groups that are unknown', () => {
  const unknown = readerOf([resource('/_/pages/home', inside('secret'))])
  expect(sketch(outlineOf({ page: '/_/pages/home' }, unknown))).toEqual(['home'])
})

test('shows a group in the order of moves that are not saved yet', () => {
  const reversed = outlineOf(home, read, () => [
    '/_/component_positions/b',
    '/_/component_positions/a',
  ])
  expect(reversed[0]?.children[0]?.children.map(({ iri }) => iri)).toEqual([
    '/component/texts/rewritten',
    '/component/texts/box',
  ])
})

test('an item is selected by what a press on the page selects, and found by it', () => {
  const rows = outlineRows(outlineOf(home, read), [])
  const { item: row } = rows.find(({ item }) => item.iri === '/component/texts/new')!
  expect(row.stack).toEqual([
    '/component/texts/new',
    '/_/component_positions/inside',
    '/_/component_groups/inner',
    '/component/texts/box',
    '/_/component_positions/a',
    '/_/component_groups/story',
  ])
  expect(row.area).toBe('page')
  expect(row.key).toBe(keys.new)
  expect(outlineKeyOf(row.stack, row.area)).toBe(row.key)
})

test('a live component and its draft have the same key, and no selection has none', () => {
  const around = ['/_/component_positions/b', groupIri('story')]
  for (const iri of ['/component/texts/live', '/component/texts/rewritten'])
    expect(outlineKeyOf([iri, ...around], 'page')).toBe(keys.live)
  expect(outlineKeyOf([], 'layout')).toBeNull()
})

test('rows have their level and position, and leave out what is collapsed', () => {
  const rows = outlineRows(outlineOf(home, read), ['layout', keys.story])
  expect(
    rows.map(({ item, level, posInSet, setSize, isExpanded }) => [
      item.iri.split('/').at(-1),
      level,
      posInSet,
      setSize,
      isExpanded,
    ]),
  ).toEqual([
    ['home', 1, 1, 2, true],
    ['story', 2, 1, 2, false],
    ['aside', 2, 2, 2, null],
    ['main', 1, 2, 2, false],
  ])
})

test('what is collapsed or gone is found by what it was in', () => {
  const rows = outlineRows(outlineOf(home, read), [keys.story])
  const indexOf = (key: string | null) => rowIndexOf(rows, key)
  expect(indexOf(keys.story)).toBe(1)
  expect(indexOf(keys.new)).toBe(1)
  expect(indexOf('page /_/component_groups/deleted x')).toBe(0)
  expect(indexOf('layout')).toBe(3)
  expect(indexOf('elsewhere')).toBe(0)
  expect(indexOf(null)).toBe(0)
})

test('what was moved to another group is found there', () => {
  const rows = outlineRows(outlineOf(home, read), [])
  const former = 'page /_/component_groups/aside /_/component_positions/b'
  expect(rows[rowIndexOf(rows, former)]!.item.key).toBe(keys.live)
})

test('showing an item expands what it is in, and nothing else', () => {
  expect(withAncestorsExpanded(['layout', 'page', keys.story, keys.live], keys.new)).toEqual([
    'layout',
    keys.live,
  ])
  expect(withAncestorsExpanded([keys.live], keys.live)).toEqual([keys.live])
})
