/**
 * The framing of a picture where a component shows it: the part that is shown, and the point that stays in sight where a
 * box of another shape cuts it further. The file itself is never changed, so other components show it in another way.
 */
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { clamp } from '../clamp.ts'
import { isObject } from '../is-object.ts'

/** A point in fractions of the width and the height, from the top left corner. */
export interface Point {
  x: number
  y: number
}

/** A rectangle in fractions of the width and the height. */
export interface Crop extends Point {
  width: number
  height: number
}

export interface Framing {
  /** The part that is shown; the whole picture by default. */
  crop?: Crop
  /** The point of the whole picture that stays in sight; the center of what is shown by default. */
  focalPoint?: Point
}

/** The size of a picture in pixels. */
export interface PictureSize {
  width: number
  height: number
}

/** The minimum width and height of a crop, as a fraction. */
const minCropSize = 0.01

/** The number of different fractions, so that a framing which is read is stored again as it was. */
const precision = 1e6

/** Returns a fraction as it is stored. */
export const roundFraction = (fraction: number) => Math.round(fraction * precision) / precision

const cropKeys = ['x', 'y', 'width', 'height'] as const
const pointKeys = ['x', 'y'] as const

/** Returns the fractions of these names, rounded; null for anything else. */
const readFractions = <Key extends string>(value: unknown, keys: readonly Key[]) => {
  if (!isObject(value) || Object.keys(value).some((key) => !keys.some((one) => one === key)))
    return null
  const fractions = keys.map((key) => [key, value[key]] as const)
  const isFraction = (one: unknown): one is number =>
    typeof one === 'number' && one >= 0 && one <= 1
  if (!fractions.every(([, fraction]) => isFraction(fraction))) return null
  return Object.fromEntries(
    fractions.map(([key, fraction]) => [key, roundFraction(Number(fraction))]),
  ) as Record<Key, number>
}

const messages = {
  framing: 'This should be a crop, a focal point, or both.',
  crop: 'The crop has to be inside the picture.',
  tooSmall: 'The crop is too small.',
  focalPoint: 'The focal point has to be inside the picture.',
}

/** Returns a crop, or the message with which it is refused. */
const readCrop = (value: unknown): Crop | string => {
  const crop = readFractions(value, cropKeys)
  if (!crop) return messages.crop
  const tolerance = 1 / precision
  const isInside = crop.x + crop.width <= 1 + tolerance && crop.y + crop.height <= 1 + tolerance
  if (!isInside) return messages.crop
  return Math.min(crop.width, crop.height) < minCropSize ? messages.tooSmall : crop
}

/** Returns a framing as it is stored, or the message with which it is refused. */
const readFraming = (value: unknown): Framing | string => {
  if (!isObject(value)) return messages.framing
  const { crop: sentCrop, focalPoint: sentPoint, ...others } = value
  if (Object.keys(others).length > 0) return messages.framing
  const crop = sentCrop === undefined ? undefined : readCrop(sentCrop)
  if (typeof crop === 'string') return crop
  const focalPoint = sentPoint === undefined ? undefined : readFractions(sentPoint, pointKeys)
  if (focalPoint === null) return messages.focalPoint
  return { ...(crop && { crop }), ...(focalPoint && { focalPoint }) }
}

/** Returns a stored framing; none for a value that is no framing. */
export const framingOf = (value: unknown): Framing => {
  const framing = readFraming(value)
  return typeof framing === 'string' ? {} : framing
}

/** The schema of the fields that hold a framing. */
export const framingSchema: StandardSchemaV1<unknown, Framing> = {
  '~standard': {
    version: 1,
    vendor: 'troupe',
    validate: (value) => {
      const framing = readFraming(value)
      return typeof framing === 'string' ? { issues: [{ message: framing }] } : { value: framing }
    },
  },
}

/** Returns a crop in pixels: within the picture, and not empty. */
export const cropInPixels = ({ x, y, width, height }: Crop, size: PictureSize): Crop => {
  const left = clamp(Math.round(x * size.width), 0, size.width - 1)
  const top = clamp(Math.round(y * size.height), 0, size.height - 1)
  const right = clamp(Math.round((x + width) * size.width), left + 1, size.width)
  const bottom = clamp(Math.round((y + height) * size.height), top + 1, size.height)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Returns a point of the picture as one of the crop: the nearest one if it is outside. */
export const pointInCrop = (point: Point, { x, y, width, height }: Crop): Point => ({
  x: roundFraction(clamp((point.x - x) / width, 0, 1)),
  y: roundFraction(clamp((point.y - y) / height, 0, 1)),
})
