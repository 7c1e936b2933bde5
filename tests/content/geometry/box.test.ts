import { describe, expect, test } from 'vitest'
import { extended, isWithin, overlap } from '#content/page/geometry/box.ts'
import { box } from '../../support/box.ts'

const square = box(100, 100, 200, 200)

describe('boxes overlap', () => {
  test.each([
    ['that are the same', square, true],
    ['of which one is inside of the other', box(120, 120, 130, 130), true],
    ['that share a corner', box(190, 190, 300, 300), true],
    ['that cross', box(0, 140, 300, 160), true],
    ['unless they share no more than an edge', box(200, 100, 300, 200), false],
    ['unless they share no more than a corner', box(200, 200, 300, 300), false],
    ['unless one is above the other', box(100, 0, 200, 90), false],
    ['unless one is beside the other', box(0, 100, 90, 200), false],
  ])('%s', (_, other, expected) => {
    expect([overlap(square, other), overlap(other, square)]).toEqual([expected, expected])
  })
})

describe('a box is within another', () => {
  test.each([
    ['that is larger', box(0, 0, 300, 300), true],
    ['that is the same', square, true],
    ['unless it reaches beyond its left edge', box(101, 0, 300, 300), false],
    ['unless it reaches beyond its upper edge', box(0, 101, 300, 300), false],
    ['unless it reaches beyond its right edge', box(0, 0, 199, 300), false],
    ['unless it reaches beyond its lower edge', box(0, 0, 300, 199), false],
  ])('%s', (_, other, expected) => {
    expect(isWithin(square, other)).toBe(expected)
  })
})

test('an extended box reaches further on every side', () => {
  expect(extended(box(100, 120, 200, 300), 8)).toEqual(box(92, 112, 208, 308))
})
