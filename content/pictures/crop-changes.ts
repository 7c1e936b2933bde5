/** Changes a crop as an editor drags or types it. All of them stay inside the picture, and keep a ratio if one is chosen. */
import { clamp } from '../clamp.ts'
import { type Crop, type Framing, type Point, roundFraction } from './framing.ts'

/** The ratios that are offered, width to height in pixels; 0 is that of the picture, null any. */
export const cropRatios = {
  free: null,
  original: 0,
  '1:1': 1,
  '4:3': 4 / 3,
  '16:9': 16 / 9,
} as const

export type RatioName = keyof typeof cropRatios

/** A framing while it is edited. */
export interface FramingDraft {
  crop: Crop
  /** Null for the center of the crop. */
  focalPoint: Point | null
}

/** The edges that are dragged: one, or the two of a corner. */
export interface DraggedEdges {
  x?: 'left' | 'right'
  y?: 'top' | 'bottom'
}

export const wholePicture: Crop = { x: 0, y: 0, width: 1, height: 1 }

/** The minimum width and height that an editor can choose, as a fraction. */
const minSize = 0.05

export const centerOf = ({ x, y, width, height }: Crop): Point => ({
  x: x + width / 2,
  y: y + height / 2,
})

/** Returns the nearest point inside a crop. */
export const pointInside = (point: Point, { x, y, width, height }: Crop): Point => ({
  x: clamp(point.x, x, x + width),
  y: clamp(point.y, y, y + height),
})

/** Returns the focal point of a draft: inside the crop, and the center of that by default. */
export const focalPointOf = ({ crop, focalPoint }: FramingDraft) =>
  focalPoint ? pointInside(focalPoint, crop) : centerOf(crop)

/** Returns the ratio of a crop's fractions, for a picture of a ratio in pixels; null for any. */
export const fractionRatio = (name: RatioName, pictureRatio: number): number | null => {
  const ratio = cropRatios[name]
  return ratio === null ? null : ratio === 0 ? 1 : ratio / pictureRatio
}

export const moveCrop = (crop: Crop, { x, y }: Point): Crop => ({
  ...crop,
  x: clamp(crop.x + x, 0, 1 - crop.width),
  y: clamp(crop.y + y, 0, 1 - crop.height),
})

/** One axis of a crop: where it begins, and its size. */
interface Span {
  start: number
  size: number
}

type Side = 'start' | 'end' | undefined

const sideOf = (edge: 'left' | 'right' | 'top' | 'bottom' | undefined): Side =>
  edge && (edge === 'left' || edge === 'top' ? 'start' : 'end')

/** Returns the size that an axis would have with its dragged edge moved. */
const draggedSize = ({ size }: Span, side: Side, by: number) =>
  side === 'start' ? size - by : side === 'end' ? size + by : size

/** Returns the size that an axis may have at most, while what is not dragged stays where it is. */
const maxSizeOf = ({ start, size }: Span, side: Side) => {
  if (side === 'start') return start + size
  if (side === 'end') return 1 - start
  const center = start + size / 2
  return 2 * Math.min(center, 1 - center)
}

/** Returns an axis in another size. */
const resized = ({ start, size }: Span, side: Side, to: number): Span => {
  const grown = to - size
  const moved = side === 'start' ? grown : side === 'end' ? 0 : grown / 2
  return { start: clamp(start - moved, 0, 1 - to), size: to }
}

/** Drags edges of a crop. `ratio` is that of its fractions. */
export const dragEdges = (
  crop: Crop,
  edges: DraggedEdges,
  by: Point,
  ratio: number | null,
): Crop => {
  const [across, down] = [
    { start: crop.x, size: crop.width },
    { start: crop.y, size: crop.height },
  ]
  const [sideX, sideY] = [sideOf(edges.x), sideOf(edges.y)]
  const wanted = {
    width: draggedSize(across, sideX, by.x),
    height: draggedSize(down, sideY, by.y),
  }
  const [maxWidth, maxHeight] = [maxSizeOf(across, sideX), maxSizeOf(down, sideY)]
  const size =
    ratio === null
      ? {
          width: clamp(wanted.width, Math.min(minSize, maxWidth), maxWidth),
          height: clamp(wanted.height, Math.min(minSize, maxHeight), maxHeight),
        }
      : sizeOfRatio(wanted, { edges, maxWidth, maxHeight }, ratio)
  const [newAcross, newDown] = [
    sideX || ratio !== null ? resized(across, sideX, size.width) : across,
    sideY || ratio !== null ? resized(down, sideY, size.height) : down,
  ]
  return { x: newAcross.start, y: newDown.start, width: newAcross.size, height: newDown.size }
}

interface SizeLimits {
  edges: DraggedEdges
  maxWidth: number
  maxHeight: number
}

/** Returns the size of a ratio for a wanted one: the larger at a corner, and otherwise by the edge that is dragged. */
const sizeOfRatio = (
  wanted: { width: number; height: number },
  { edges, maxWidth, maxHeight }: SizeLimits,
  ratio: number,
) => {
  const byHeight = wanted.height * ratio
  const width = !edges.y ? wanted.width : edges.x ? Math.max(wanted.width, byHeight) : byHeight
  const most = Math.min(maxWidth, maxHeight * ratio)
  const least = Math.min(Math.max(minSize, minSize * ratio), most)
  const clamped = clamp(width, least, most)
  return { width: clamped, height: clamped / ratio }
}

/** Returns the largest crop of a ratio around the center of another one. */
export const cropOfRatio = (crop: Crop, ratio: number): Crop => {
  const width = Math.min(1, ratio)
  const height = width / ratio
  const center = centerOf(crop)
  return {
    x: clamp(center.x - width / 2, 0, 1 - width),
    y: clamp(center.y - height / 2, 0, 1 - height),
    width,
    height,
  }
}

/** Returns a crop with one of its values typed, inside the picture, and in its ratio if it keeps one. */
export const typeCrop = (
  crop: Crop,
  key: keyof Crop,
  typed: number,
  ratio: number | null,
): Crop => {
  const by = typed - crop[key]
  if (key === 'x') return moveCrop(crop, { x: by, y: 0 })
  if (key === 'y') return moveCrop(crop, { x: 0, y: by })
  return key === 'width'
    ? dragEdges(crop, { x: 'right' }, { x: by, y: 0 }, ratio)
    : dragEdges(crop, { y: 'bottom' }, { x: 0, y: by }, ratio)
}

/** Returns the part of a crop that a box of a ratio shows, for a picture of a ratio in pixels. */
export const partInBox = (draft: FramingDraft, pictureRatio: number, boxRatio: number): Crop => {
  const { crop } = draft
  const excess = ((crop.width / crop.height) * pictureRatio) / boxRatio
  const width = crop.width * Math.min(1, 1 / excess)
  const height = crop.height * Math.min(1, excess)
  const { x, y } = focalPointOf(draft)
  return {
    x: crop.x + (crop.width - width) * ((x - crop.x) / crop.width),
    y: crop.y + (crop.height - height) * ((y - crop.y) / crop.height),
    width,
    height,
  }
}

/** Returns the draft with which the editing of a framing begins. */
export const draftOfFraming = (framing: Framing | null): FramingDraft => ({
  crop: framing?.crop ?? wholePicture,
  focalPoint: framing?.focalPoint ?? null,
})

/** True for a crop that misses no pixel of most pictures. */
const isWhole = ({ width, height }: Crop) => width >= 0.9995 && height >= 0.9995

const roundPoint = ({ x, y }: Point): Point => ({ x: roundFraction(x), y: roundFraction(y) })

/** Returns the framing that is stored for a draft; null for the whole picture without a focal point. */
export const framingOfDraft = (draft: FramingDraft): Framing | null => {
  const { width, height } = draft.crop
  const crop = {
    ...roundPoint(draft.crop),
    width: roundFraction(width),
    height: roundFraction(height),
  }
  const framing: Framing = {
    ...(!isWhole(crop) && { crop }),
    ...(draft.focalPoint && { focalPoint: roundPoint(focalPointOf(draft)) }),
  }
  return framing.crop || framing.focalPoint ? framing : null
}
