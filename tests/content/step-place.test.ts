import { expect, test } from 'vitest'
import { stepPlace } from '#content/change/moves/step-place.ts'
import type { GroupPlace } from '#content/change/moves/transfers.ts'

const [top, main] = ['/_/component_groups/top', '/_/component_groups/main'] as const
const place = (group: GroupPlace['group'], to: number): GroupPlace => ({
  group,
  before: null,
  to,
  count: 3,
})
const places = [place(top, 0), place(main, 0), place(main, 1), place(main, 2)]

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
])('%s leads from place %i to %s', (key, from, to) => {
  const expected = to === undefined ? undefined : places[to]
  expect(stepPlace(key, places, { ...places[from]! })).toBe(expected)
})

test('there is a place to go to from beside all of them, unless there is none at all', () => {
  expect(stepPlace('ArrowDown', places, null)).toBe(places[0])
  expect(stepPlace('ArrowDown', [], null)).toBe(undefined)
})
