import { expect, test } from 'vitest'
import { rowByKey } from '#content/admin/row-steps.ts'

const rows = ['a', 'b', 'c']

test.each([
  [1, 'ArrowUp', 'a'],
  [1, 'ArrowLeft', 'a'],
  [1, 'ArrowDown', 'c'],
  [1, 'ArrowRight', 'c'],
  [1, 'Home', 'a'],
  [0, 'End', 'c'],
  [0, 'ArrowUp', undefined],
  [2, 'ArrowDown', undefined],
  [1, 'Enter', undefined],
  [1, 'toString', undefined],
])('from row %i, %s moves to %s', (at, key, row) => {
  expect(rowByKey(rows, at, key)).toBe(row)
})
