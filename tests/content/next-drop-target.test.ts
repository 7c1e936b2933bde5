import { expect, test } from 'vitest'
import { nextDropTarget } from '#content/change/moves/next-drop-target.ts'
import type { DropTarget } from '#content/change/moves/transfers.ts'

const [top, main] = ['/_/component_groups/top', '/_/component_groups/main'] as const
const dropTarget = (group: DropTarget['group'], to: number): DropTarget => ({
  group,
  before: null,
  to,
  count: 3,
})
const dropTargets = [
  dropTarget(top, 0),
  dropTarget(main, 0),
  dropTarget(main, 1),
  dropTarget(main, 2),
]

test.each<[string, number, number | undefined]>([
  ['ArrowDown', 1, 2],
  ['ArrowRight', 0, 1],
  ['ArrowUp', 1, 0],
  ['ArrowLeft', 3, 2],
  ['ArrowUp', 0, 0],
  ['ArrowDown', 3, 3],
  ['Home', 2, 1],
  ['End', 1, 3],
  ['PageDown', 0, 1],
  ['PageUp', 3, 0],
  ['PageDown', 2, 1],
  ['a', 1, undefined],
])('%s leads from drop target %i to %s', (key, from, to) => {
  const expected = to === undefined ? undefined : dropTargets[to]
  expect(nextDropTarget(key, dropTargets, { ...dropTargets[from]! })).toBe(expected)
})

test('there is a drop target to go to from beside all of them, unless there is none at all', () => {
  expect(nextDropTarget('ArrowDown', dropTargets, null)).toBe(dropTargets[0])
  expect(nextDropTarget('ArrowDown', [], null)).toBe(undefined)
})
