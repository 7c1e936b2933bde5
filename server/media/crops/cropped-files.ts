/**
 * Describes the files of a cropped picture. They are made when they are first asked for, under names that contain what is
 * cropped, so that an address always leads to the same picture.
 */
import {
  type Crop,
  type Framing,
  type PictureSize,
  cropInPixels,
  pointInCrop,
} from '#content/pictures/framing.ts'
import { type FileRecord, stemOf } from '../../store/types/stored-file.ts'
import { variantWidths } from '../process-image.ts'

/** The maximum width and height of the largest file of a crop. */
const maxSize = 2880

export interface CroppedFile extends PictureSize {
  name: string
  filter: string
}

/**
 * True for a picture that can be cropped: no vector graphic, and no animation. Older records do not say that they are
 * animated, but have no narrower variants.
 */
export const isCroppable = ({
  mimeType,
  width = 0,
  height = 0,
  isAnimated,
  variants,
}: FileRecord) =>
  width > 0 &&
  height > 0 &&
  !isAnimated &&
  mimeType !== 'image/svg+xml' &&
  (width <= variantWidths[0]! || variants.length > 1)

/** Returns the size of a crop that is scaled to fit a width and a height. */
const scaledSize = ({ width, height }: PictureSize, maxWidth: number, maxHeight = Infinity) => {
  const scale = Math.min(1, maxWidth / width, maxHeight / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** Returns the files of a crop: the largest first, then those of the usual widths. */
const filesOfCrop = (stem: string, crop: Crop): CroppedFile[] => {
  const { x, y, width, height } = crop
  const key = `crop-${x}-${y}-${width}-${height}`
  const largest = scaledSize(crop, maxSize, maxSize)
  return [
    { name: `${stem}.${key}.webp`, filter: 'crop', ...largest },
    ...variantWidths
      .filter((variantWidth) => variantWidth < largest.width)
      .map((variantWidth) => ({
        name: `${stem}.${key}.w${variantWidth}.webp`,
        filter: `crop-w${variantWidth}`,
        ...scaledSize(crop, variantWidth),
      })),
  ]
}

/** Returns the files of the crop of a picture, and the point that stays in sight: of the whole picture, and of the crop. */
export const framedFiles = (record: FileRecord, { crop, focalPoint }: Framing) => {
  const { width = 0, height = 0 } = record
  return {
    files: crop ? filesOfCrop(stemOf(record.name), cropInPixels(crop, { width, height })) : [],
    focalPoint,
    pointInCrop: crop && focalPoint && pointInCrop(focalPoint, crop),
  }
}

/** The name of a file of a crop: its stem, the crop in pixels, and the width of a narrower variant. */
const pattern = /^[a-z0-9-]+\.(crop-(\d{1,6})-(\d{1,6})-(\d{1,6})-(\d{1,6}))(?:\.w\d{1,4})?\.webp$/

/** Returns the crop in the name of a file, and the size of that file; null for other files. */
export const cropOfName = (name: string): { crop: Crop; size: PictureSize } | null => {
  const [, , ...numbers] = pattern.exec(name) ?? []
  const [x, y, width, height] = numbers.map(Number)
  if (x === undefined || y === undefined || !width || !height) return null
  const crop = { x, y, width, height }
  const file = filesOfCrop(stemOf(name), crop).find((one) => one.name === name)
  return file ? { crop, size: { width: file.width, height: file.height } } : null
}
