import { describe, expect, test } from 'vitest'
import {
  areInRow,
  buttonPlacement,
  insertionLines,
  isSameBoundary,
  nearestLine,
} from '#content/page/geometry/insertion-line.ts'
import { box } from '../../support/box.ts'

/** Two texts, one below the other, 24 pixels apart. */
const column = [box(100, 100, 500, 200), box(100, 224, 600, 300)]
/** Two links in a row. */
const row = [box(100, 100, 160, 124), box(184, 100, 260, 124)]

test('lines are before, between and after what is in a column', () => {
  const lines = insertionLines(column)
  expect(lines.map((line) => line.box)).toEqual([
    box(100, 92, 500, 92),
    box(100, 212, 600, 212),
    box(100, 308, 600, 308),
  ])
  expect(lines.some(({ isVertical }) => isVertical)).toBe(false)
})

test('lines stand upright in a row', () => {
  const lines = insertionLines(row)
  expect(lines.map((line) => line.box)).toEqual([
    box(92, 100, 92, 124),
    box(172, 100, 172, 124),
    box(268, 100, 268, 124),
  ])
  expect(lines.every(({ isVertical }) => isVertical)).toBe(true)
})

test.each([
  ['at the same height', box(170, 100, 260, 140), true],
  ['at the foot of a taller one', box(170, 80, 260, 140), true],
  ['that share more than half of the height of the shorter one', box(170, 119, 260, 200), true],
  ['that overlap', box(150, 100, 260, 140), true],
  ['unless they share half of it or less', box(170, 120, 260, 200), false],
  ['unless one is below the other', box(100, 140, 160, 180), false],
])('items are in a row %s', (_, other, expected) => {
  const item = box(100, 100, 160, 140)
  expect([areInRow(item, other), areInRow(other, item)]).toEqual([expected, expected])
})

test('the only item has a line above and one below it, and no item has none', () => {
  expect(insertionLines([box(0, 50, 100, 90)]).map((line) => line.box)).toEqual([
    box(0, 42, 100, 42),
    box(0, 98, 100, 98),
  ])
  expect(insertionLines([])).toEqual([])
})

test('a row that wraps is followed by a line across', () => {
  const lines = insertionLines([...row, box(100, 132, 160, 156)])
  expect(lines.map(({ isVertical }) => isVertical)).toEqual([true, true, false, false])
})

describe('the line near the pointer', () => {
  test.each([
    ['above the first', 90, 0],
    ['at the upper edge of the first', 107, 0],
    ['in the middle of the first', 150, -1],
    ['at the lower edge of the first', 195, 1],
    ['between them', 212, 1],
    ['at the upper edge of the second', 230, 1],
    ['below the last', 312, 2],
    ['far below', 320, -1],
  ])('%s', (_, y, index) => {
    expect(nearestLine(insertionLines(column), { x: 300, y })).toBe(index)
  })

  test('is none beside the group', () => {
    expect(nearestLine(insertionLines(column), { x: 700, y: 212 })).toBe(-1)
    expect(nearestLine([], { x: 0, y: 0 })).toBe(-1)
  })

  test('is the closer one where items are tiny or overlap', () => {
    const tiny = insertionLines([box(0, 0, 100, 4), box(0, 2, 100, 8), box(0, 8, 100, 12)])
    expect(nearestLine(tiny, { x: 50, y: 3.4 })).toBe(1)
    expect(nearestLine(tiny, { x: 50, y: 8 })).toBe(2)
  })
})

describe('the button of a line', () => {
  const line = insertionLines(column)[1]!
  test.each([
    ['in the middle', [], { x: 350, y: 212 }],
    ['at the end beside a text', [box(100, 190, 500, 201)], { x: 588, y: 212 }],
    ['at the start where that is free only', [box(300, 190, 600, 201)], { x: 112, y: 212 }],
    ['in the middle where nothing is free', [box(0, 190, 900, 201)], { x: 350, y: 212 }],
  ])('is %s', (_, texts, placement) => {
    expect(buttonPlacement(line, 24, texts)).toEqual(placement)
  })

  test('is in the middle of an upright line, or at one of its ends', () => {
    const upright = insertionLines(row)[1]!
    expect(buttonPlacement(upright, 24, [])).toEqual({ x: 172, y: 112 })
    expect(buttonPlacement(upright, 24, [box(161, 101, 170, 111)])).toEqual({ x: 172, y: 124 })
  })
})

test('boundaries are the same by their position and side', () => {
  const boundary = { position: '/_/component_positions/1', side: 'after' } as const
  expect(isSameBoundary(boundary, { ...boundary })).toBe(true)
  expect(isSameBoundary(boundary, { ...boundary, side: 'before' })).toBe(false)
  expect(isSameBoundary(boundary, null)).toBe(false)
  expect(isSameBoundary(null, null)).toBe(true)
})
