import { expect, test } from 'vitest'
import { zoomBy, zoomSize } from '#content/admin/chart-zoom.ts'
import { machineChoiceIn, machineSearch } from '#content/admin/machine-choice.ts'
import { treeStep } from '#content/admin/tree-steps.ts'
import { visibleRows } from '#content/admin/visible-rows.ts'

test.each([
  ['', { machine: 'app', actor: null, state: null, window: null }],
  ['?machine=auth', { machine: 'auth', actor: null, state: null, window: null }],
  [
    '?machine=field&actor=x%3A7&state=field.dirty&window=w7',
    { machine: 'field', actor: 'x:7', state: 'field.dirty', window: 'w7' },
  ],
  ['?machine=&state=', { machine: 'app', actor: null, state: null, window: null }],
])('the address %s shows %j', (search, choice) => {
  expect(machineChoiceIn(search)).toEqual(choice)
  expect(machineChoiceIn(machineSearch(choice))).toEqual(choice)
})

test('a name in the address has a length', () =>
  expect(machineChoiceIn(`?machine=${'a'.repeat(9_999)}`).machine).toHaveLength(200))

test.each([
  [
    { top: 0, height: 200 },
    { first: 0, end: 11 },
  ],
  [
    { top: 4_010, height: 200 },
    { first: 94, end: 112 },
  ],
  [
    { top: 39_800, height: 200 },
    { first: 989, end: 1_000 },
  ],
  [
    { top: 90_000, height: 200 },
    { first: 994, end: 1_000 },
  ],
])('of a thousand rows, %j shows %j', (view, rows) =>
  expect(visibleRows(view, 1_000, 40)).toEqual(rows),
)

const tree = [0, 1, 2, 2, 1].map((depth) => ({ depth }))
test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 4, undefined],
  ['ArrowUp', 4, 3],
  ['ArrowUp', 0, undefined],
  ['Home', 3, 0],
  ['End', 1, 4],
  ['ArrowLeft', 3, 1],
  ['ArrowLeft', 4, 0],
  ['ArrowLeft', 0, undefined],
  ['ArrowRight', 1, 2],
  ['ArrowRight', 3, undefined],
  ['ArrowDown', -1, 0],
  ['a', 1, undefined],
])('%s leads from row %i of the tree to %s', (key, from, to) =>
  expect(treeStep(tree, from, key)).toBe(to),
)

test('a chart is never so small or large that nothing can be seen', () => {
  expect([zoomBy(1, 1.25), zoomBy(3.9, 2), zoomBy(0.11, 0.5)]).toEqual([1.25, 4, 0.1])
})

test('a chart that fits is not enlarged, and one that is made to fit stays legible', () => {
  const size = { width: 1_000, height: 500 }
  expect(zoomSize('width', size)).toMatchObject({ maxInlineSize: 1_000, minInlineSize: 700 })
  expect(zoomSize('whole', size)).toMatchObject({ maxInlineSize: 1_000, maxBlockSize: 500 })
  expect(zoomSize(0.5, size)).toEqual({ inlineSize: 500 })
})
