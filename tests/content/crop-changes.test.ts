import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type DraggedEdges,
  type FramingDraft,
  cropOfRatio,
  draftOfFraming,
  dragEdges,
  focalPointOf,
  fractionRatio,
  framingOfDraft,
  moveCrop,
  partInBox,
  typeCrop,
  wholePicture,
} from '#content/pictures/crop-changes.ts'
import { type Crop, cropInPixels, framingSchema, pointInCrop } from '#content/pictures/framing.ts'

const tolerance = 1e-9
const fraction = fc.double({ min: 0, max: 1, noNaN: true })
const crop = fc
  .tuple(
    fc.double({ min: 0.05, max: 1, noNaN: true }),
    fc.double({ min: 0.05, max: 1, noNaN: true }),
    fraction,
    fraction,
  )
  .map(([width, height, x, y]): Crop => ({
    x: x * (1 - width),
    y: y * (1 - height),
    width,
    height,
  }))
const draft: fc.Arbitrary<FramingDraft> = fc.record({
  crop,
  focalPoint: fc.option(fc.record({ x: fraction, y: fraction })),
})
const way = fc.record({
  x: fc.double({ min: -3, max: 3, noNaN: true }),
  y: fc.double({ min: -3, max: 3, noNaN: true }),
})
const ratio = fc.double({ min: 0.2, max: 5, noNaN: true })
const edges: fc.Arbitrary<DraggedEdges> = fc.constantFrom<DraggedEdges[]>(
  { x: 'left' },
  { x: 'right' },
  { y: 'top' },
  { y: 'bottom' },
  { x: 'left', y: 'top' },
  { x: 'left', y: 'bottom' },
  { x: 'right', y: 'top' },
  { x: 'right', y: 'bottom' },
)

const expectInside = ({ x, y, width, height }: Crop) => {
  expect(Math.min(x, y)).toBeGreaterThanOrEqual(-tolerance)
  expect(Math.min(width, height)).toBeGreaterThan(0)
  expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1 + tolerance)
}

test('a crop stays inside the picture, however it is dragged or typed', () => {
  fc.assert(
    fc.property(crop, edges, way, fc.option(ratio), (before, dragged, by, kept) => {
      const start = kept === null ? before : cropOfRatio(before, kept)
      expectInside(start)
      expectInside(moveCrop(start, by))
      const after = dragEdges(start, dragged, by, kept)
      expectInside(after)
      if (kept !== null) expect(after.width / after.height).toBeCloseTo(kept, 6)
      for (const key of ['x', 'y', 'width', 'height'] as const)
        expectInside(typeCrop(start, key, by.x, kept))
    }),
  )
})

test('what is not dragged stays where it is', () => {
  fc.assert(
    fc.property(crop, edges, way, fc.option(ratio), (before, dragged, by, kept) => {
      const start = kept === null ? before : cropOfRatio(before, kept)
      const after = dragEdges(start, dragged, by, kept)
      if (dragged.x === 'left') expect(after.x + after.width).toBeCloseTo(start.x + start.width, 6)
      if (dragged.x === 'right') expect(after.x).toBeCloseTo(start.x, 6)
      if (dragged.y === 'top') expect(after.y + after.height).toBeCloseTo(start.y + start.height, 6)
      if (dragged.y === 'bottom') expect(after.y).toBeCloseTo(start.y, 6)
      if (kept === null && !dragged.x)
        expect([after.x, after.width]).toEqual([start.x, start.width])
    }),
  )
})

test('an edge follows the pointer as far as there is room, and a moved crop keeps its size', () => {
  const half = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 }
  expect(dragEdges(half, { x: 'left' }, { x: 0.25, y: 9 }, null)).toEqual({
    ...half,
    x: 0.5,
    width: 0.25,
  })
  expect(dragEdges(half, { x: 'right', y: 'top' }, { x: 9, y: -9 }, null)).toEqual({
    x: 0.25,
    y: 0,
    width: 0.75,
    height: 0.75,
  })
  expect(dragEdges(half, { y: 'bottom' }, { x: 0, y: 0.25 }, 1)).toEqual({
    x: 0.125,
    y: 0.25,
    width: 0.75,
    height: 0.75,
  })
  expect(moveCrop(half, { x: 9, y: -0.125 })).toEqual({ ...half, x: 0.5, y: 0.125 })
})

test('a shape is the largest one around the middle of the crop', () => {
  expect(fractionRatio('free', 2)).toBeNull()
  expect(fractionRatio('original', 2)).toBe(1)
  expect(fractionRatio('16:9', 16 / 9)).toBe(1)
  const square = cropOfRatio({ x: 0.6, y: 0, width: 0.4, height: 1 }, fractionRatio('1:1', 2)!)
  expect(square).toEqual({ x: 0.5, y: 0, width: 0.5, height: 1 })
})

test('every draft is stored as a framing that the API accepts, and edited again as it was', () => {
  fc.assert(
    fc.property(draft, (one) => {
      const framing = framingOfDraft(one)
      expect(framing !== null || one.focalPoint === null).toBe(true)
      const result = framing && framingSchema['~standard'].validate(framing)
      expect(result).toEqual(framing && { value: framing })
      expect(framingOfDraft(draftOfFraming(framing))).toEqual(framing)
    }),
  )
  expect(framingOfDraft({ crop: wholePicture, focalPoint: null })).toBeNull()
})

test('a crop in pixels is inside the picture and not empty', () => {
  const size = fc.integer({ min: 1, max: 8000 })
  fc.assert(
    fc.property(crop, size, size, (one, width, height) => {
      const pixels = cropInPixels(one, { width, height })
      expect(Object.values(pixels).every(Number.isInteger)).toBe(true)
      expectInside({
        x: pixels.x / width,
        y: pixels.y / height,
        width: pixels.width / width,
        height: pixels.height / height,
      })
    }),
  )
})

test('a box of another shape shows a part of the crop with the focal point in it, as browsers position it', () => {
  fc.assert(
    fc.property(draft, ratio, ratio, (one, pictureRatio, boxRatio) => {
      const part = partInBox(one, pictureRatio, boxRatio)
      expectInside(part)
      expect((part.width / part.height) * pictureRatio).toBeCloseTo(boxRatio, 6)
      const point = focalPointOf(one)
      expect(point.x).toBeGreaterThanOrEqual(part.x - tolerance)
      expect(point.x).toBeLessThanOrEqual(part.x + part.width + tolerance)
      expect(point.y).toBeGreaterThanOrEqual(part.y - tolerance)
      expect(point.y).toBeLessThanOrEqual(part.y + part.height + tolerance)
      // A percentage of `object-position` aligns that point of the picture with that point of the box.
      const { x } = pointInCrop(point, one.crop)
      expect(part.x + part.width * x).toBeCloseTo(one.crop.x + one.crop.width * x, 5)
    }),
  )
})
