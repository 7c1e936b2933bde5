import { expect, test } from 'vitest'
import { dropLineIn } from '#content/page/outline/drop-line.ts'
import { outlineOf, outlineRows } from '#content/page/outline/outline.ts'
import { readerOf, resource } from '../../../support/content/known-resources.ts'

const group = (name: string) => `/_/component_groups/${name}` as const
const position = (name: string) => `/_/component_positions/${name}` as const
const component = (name: string) => `/component/texts/${name}` as const
const inside = (...groups: string[]) => ({ componentGroups: groups.map(group) })

const read = readerOf([
  resource('/_/pages/home', inside('main', 'aside')),
  resource(group('main'), { componentPositions: [position('a'), position('b')] }),
  resource(group('aside'), { componentPositions: [] }),
  resource(group('inner'), { componentPositions: [position('c')] }),
  ...[
    ['a', 'main', inside('inner')],
    ['b', 'main', {}],
    ['c', 'inner', {}],
  ].flatMap(([name, of, more]) => [
    resource(position(String(name)), {
      componentGroup: group(String(of)),
      component: component(String(name)),
      sortValue: 0,
    }),
    resource(component(String(name)), { componentGroups: [], ...(more as object) }),
  ]),
])
const items = outlineOf({ page: '/_/pages/home' }, read)
const rows = outlineRows(items, [])
const lineAt = (name: string, before: string | null, among = rows) =>
  dropLineIn(among, { group: group(name), before: before === null ? null : position(before) })

test('is above the row of the position that follows, or below all rows of the group', () => {
  expect(rows.map(({ item }) => item.iri.split('/').at(-1))).toEqual([
    'home',
    'main',
    'a',
    'inner',
    'c',
    'b',
    'aside',
  ])
  const between = (index: number, level: number) => ({ index, level, isAround: false })
  expect(lineAt('main', 'a')).toEqual(between(2, 3))
  expect(lineAt('main', 'b')).toEqual(between(5, 3))
  expect(lineAt('main', null)).toEqual(between(6, 3))
  expect(lineAt('inner', 'c')).toEqual(between(4, 5))
  expect(lineAt('inner', null)).toEqual(between(5, 5))
})

test('is around a group of which nothing is shown', () => {
  const collapsed = outlineRows(items, ['page /_/component_groups/main'])
  expect(lineAt('main', 'b', collapsed)).toEqual({ index: 1, level: 3, isAround: true })
  expect(lineAt('aside', null)).toEqual({ index: 6, level: 3, isAround: true })
})

test('is nowhere while the group itself is not shown', () => {
  expect(lineAt('inner', 'c', outlineRows(items, ['page']))).toBeNull()
})
