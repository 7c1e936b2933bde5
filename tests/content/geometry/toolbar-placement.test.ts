import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overlap } from '#content/page/geometry/box.ts'
import {
  type ToolbarSurroundings,
  toolbarPlacement,
} from '#content/page/geometry/toolbar-placement.ts'
import { box } from '../../support/box.ts'

const toolbar = { width: 200, height: 40 }
/** A page of 800 pixels below a bar of 48. */
const visible = box(0, 48, 800, 700)
const selected = box(100, 300, 700, 400)

const placementFor = (surroundings: Partial<ToolbarSurroundings>, lastSide?: 'above' | 'below') =>
  toolbarPlacement(
    { selected, chips: [], visible, obstacles: [], toolbar, ...surroundings },
    lastSide,
  )

test.each<[string, Partial<ToolbarSurroundings>, ReturnType<typeof placementFor>]>([
  ['above its end', {}, { side: 'above', left: 500, top: 256 }],
  [
    'above it at the end of the page, where the line before does not reach',
    { obstacles: [box(100, 260, 590, 290)] },
    { side: 'above', left: 596, top: 256 },
  ],
  [
    'above its start beside what is at the end',
    { obstacles: [box(500, 260, 800, 290)] },
    { side: 'above', left: 100, top: 256 },
  ],
  [
    'below it where a line is above',
    { obstacles: [box(0, 260, 800, 290)] },
    { side: 'below', left: 500, top: 404 },
  ],
  [
    'below what is at the top of the page',
    { selected: box(100, 60, 700, 100) },
    { side: 'below', left: 500, top: 104 },
  ],
  [
    'beside what is narrow and has lines above',
    { selected: box(100, 300, 500, 400), obstacles: [box(0, 200, 800, 295)] },
    { side: 'beside', left: 504, top: 300 },
  ],
  [
    'beside what is higher than the page, where it is seen',
    { selected: box(100, -900, 500, 900) },
    { side: 'beside', left: 504, top: 52 },
  ],
  [
    'before it where there is no room after it',
    { selected: box(300, -900, 790, 900) },
    { side: 'beside', left: 96, top: 52 },
  ],
  [
    'before the chip of what is narrow and at the top',
    {
      selected: box(600, 60, 660, 108),
      chips: [box(600, 110, 720, 130)],
      obstacles: [box(0, 60, 590, 108), box(670, 60, 800, 108)],
    },
    { side: 'below', left: 396, top: 112 },
  ],
  [
    'after the chip where there is no room before it',
    {
      selected: box(100, 60, 160, 108),
      chips: [box(100, 110, 200, 130)],
      obstacles: [box(170, 60, 800, 108)],
    },
    { side: 'below', left: 204, top: 112 },
  ],
  [
    'nowhere where it would be far from what is narrow',
    { selected: box(600, 60, 660, 108), obstacles: [box(400, 48, 800, 200)] },
    null,
  ],
  ['nowhere where all is text', { obstacles: [visible] }, null],
  ['nowhere where it fills the page', { selected: box(0, 0, 800, 900) }, null],
  ['nowhere once it is out of sight', { selected: box(100, -200, 500, 40) }, null],
])('the toolbar stands %s', (_, surroundings, placement) => {
  expect(placementFor(surroundings)).toEqual(placement)
})

test('it stays on its side for as long as that is free', () => {
  expect(placementFor({}, 'below')).toMatchObject({ side: 'below' })
  expect(placementFor({ obstacles: [box(0, 400, 800, 500)] }, 'below')).toMatchObject({
    side: 'above',
  })
})

test('it never covers a text or what is selected, and is always seen as a whole', () => {
  const boxes = fc
    .tuple(
      fc.integer({ min: -200, max: 900 }),
      fc.integer({ min: -200, max: 900 }),
      fc.integer({ min: 1, max: 700 }),
      fc.integer({ min: 1, max: 300 }),
    )
    .map(([left, top, width, height]) => box(left, top, left + width, top + height))
  const few = (maxLength: number) => fc.array(boxes, { maxLength })
  let found = 0
  fc.assert(
    fc.property(boxes, few(6), few(2), (of, obstacles, chips) => {
      const placement = placementFor({ selected: of, obstacles, chips })
      if (!placement) return
      found += 1
      const { left, top } = placement
      const at = box(left, top, left + toolbar.width, top + toolbar.height)
      for (const other of [of, ...obstacles, ...chips]) expect(overlap(at, other)).toBe(false)
      expect(at.left).toBeGreaterThanOrEqual(visible.left)
      expect(at.top).toBeGreaterThanOrEqual(visible.top)
      expect(at.right).toBeLessThanOrEqual(visible.right)
      expect(at.bottom).toBeLessThanOrEqual(visible.bottom)
    }),
  )
  expect(found).toBeGreaterThan(0)
})
