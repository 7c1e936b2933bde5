import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Box, isWithin, overlap } from '#content/page/geometry/box.ts'
import { type BelowSurroundings, placementBelow } from '#content/page/geometry/placement-below.ts'

const area: Box = { left: 10, top: 40, right: 810, bottom: 640 }
const given: BelowSurroundings = {
  reference: { left: 100, top: 100, right: 180, bottom: 130 },
  area,
  size: { width: 200, height: 150 },
  gap: 8,
  align: 'left',
  mayCover: false,
}
const boxOf = (surroundings: BelowSurroundings): Box => {
  const { x, y } = placementBelow(surroundings)
  const { width, height } = surroundings.size
  return { left: x, top: y, right: x + width, bottom: y + height }
}
const low = { left: 100, top: 600, right: 180, bottom: 630 }
const tall = { left: 100, top: 60, right: 180, bottom: 620 }

describe('stands', () => {
  test.each<[string, Partial<BelowSurroundings>, { x: number; y: number }]>([
    ['below the reference, with its left edge', {}, { x: 100, y: 138 }],
    [
      'with its right edge',
      { align: 'right', reference: { ...given.reference, left: 300, right: 400 } },
      { x: 200, y: 138 },
    ],
    ['above where there is no room below', { reference: low }, { x: 100, y: 442 }],
    [
      'below where there is no room at all, and less is lacking',
      { reference: { ...tall, top: 45 } },
      { x: 100, y: 628 },
    ],
    [
      'inside of the area at its left',
      { reference: { ...given.reference, left: 0 } },
      { x: 10, y: 138 },
    ],
    [
      'inside of the area at its right',
      { reference: { ...given.reference, left: 780, right: 800 } },
      { x: 610, y: 138 },
    ],
    ['over the reference if it may', { reference: tall, mayCover: true }, { x: 100, y: 490 }],
    [
      'at the start of an area that is too small',
      { size: { width: 900, height: 700 }, mayCover: true },
      { x: 10, y: 40 },
    ],
  ])('%s', (_, more, corner) => {
    expect(placementBelow({ ...given, ...more })).toEqual(corner)
  })
})

const boxes = fc
  .tuple(
    fc.integer({ min: 0, max: 900 }),
    fc.integer({ min: 0, max: 700 }),
    fc.nat(300),
    fc.nat(300),
  )
  .map(([left, top, width, height]) => ({ left, top, right: left + width, bottom: top + height }))
const sizes = fc.record({
  width: fc.integer({ min: 1, max: 800 }),
  height: fc.integer({ min: 1, max: 600 }),
})
const alignments = fc.constantFrom('left' as const, 'right' as const)

test('never covers the reference, unless it may, and then it is inside of the area', () => {
  fc.assert(
    fc.property(boxes, sizes, alignments, (reference, size, align) => {
      const surroundings = { ...given, reference, size, align }
      expect(overlap(boxOf(surroundings), reference)).toBe(false)
      expect(isWithin(boxOf({ ...surroundings, mayCover: true }), area)).toBe(true)
    }),
  )
})
