import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { isReordered, itemsWithin, offsetsBetween } from '#src/editor/dom/reorder-offsets.ts'

test('a new order of the same items, or of those that are left, counts; added and removed ones do not', () => {
  expect(isReordered(['a', 'b', 'c'], ['a', 'c', 'b'])).toBe(true)
  expect(isReordered(['a', 'b', 'c'], ['c', 'new', 'a'])).toBe(true)
  for (const after of [['a', 'b', 'c'], ['a', 'c'], ['new', 'a', 'b', 'c'], ['new'], []])
    expect(isReordered(['a', 'b', 'c'], after), after.join(' ')).toBe(false)
})

test('items that move are animated from where they were; those that stay, have come or are gone do not', () => {
  const before = new Map([
    ['down', { x: 0, y: 0 }],
    ['up', { x: 10, y: 40 }],
    ['still', { x: 0, y: 90 }],
    ['rounded', { x: 0, y: 120 }],
    ['gone', { x: 0, y: 150 }],
  ])
  const after = new Map([
    ['up', { x: 0, y: 0 }],
    ['down', { x: 0, y: 50 }],
    ['still', { x: 0, y: 90 }],
    ['rounded', { x: 0, y: 120.4 }],
    ['new', { x: 0, y: 150 }],
  ])
  expect([...offsetsBetween(before, after)]).toEqual([
    ['down', { x: 0, y: -50 }],
    ['up', { x: 10, y: 40 }],
  ])
})

test('of many items below one another, those in a part of the page are found by measuring few others', () => {
  const items = Array.from({ length: 1_000 }, (_, index) => index)
  const extentOf = vi.fn((index: number) => ({ top: index * 50, bottom: index * 50 + 50 }))
  expect(itemsWithin(items, extentOf, { top: 25_010, bottom: 25_140 })).toEqual([500, 501, 502])
  expect(extentOf.mock.calls.length).toBeLessThan(30)
})

test('the items found are those that overlap the part of the page', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(90), { maxLength: 40 }),
      fc.integer({ min: -500, max: 3_000 }),
      fc.nat(900),
      (heights, top, height) => {
        let bottom = 0
        const items = heights.map((own) => ({ top: bottom, bottom: (bottom += own) }))
        const part = { top, bottom: top + height }
        expect(itemsWithin(items, (item) => item, part)).toEqual(
          items.filter((item) => item.bottom >= part.top && item.top <= part.bottom),
        )
      },
    ),
  )
})
