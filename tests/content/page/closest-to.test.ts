import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closestTo } from '#content/page/closest-to.ts'

const items = [...'abcdefg']

test('the closest items come first, the following one before the preceding one', () => {
  expect(closestTo(3, items, new Set(items), 5)).toEqual(['d', 'e', 'c', 'f', 'b'])
})

test('items that are not in the set are passed over', () => {
  expect(closestTo(3, items, new Set(['a', 'g', 'e']), 2)).toEqual(['e', 'g'])
})

test('an item that is not in the list stands for the first one', () => {
  expect(closestTo(-1, items, new Set(items), 2)).toEqual(['a', 'b'])
})

test('taking the closest ones again and again takes each once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.nat(50),
      fc.integer({ min: 1, max: 9 }),
      takesAll,
    ),
  )
})

const takesAll = (length: number, center: number, count: number) => {
  const all = Array.from({ length }, (_, index) => index)
  const left = new Set(all)
  const taken: number[] = []
  for (let rounds = 0; left.size > 0 && rounds <= length; rounds += 1)
    for (const item of closestTo(Math.min(center, length - 1), all, left, count)) {
      left.delete(item)
      taken.push(item)
    }
  expect(taken.toSorted((one, other) => one - other)).toEqual(all)
}
