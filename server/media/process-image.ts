/** Decodes images: reads their size and creates smaller variants. */
import type { Sharp, SharpOptions } from 'sharp'
import { type DetectedType, detectFileType, svgSize } from './detect-file-type.ts'

/** The most pixels that are decoded, in a still image and in all frames of an animation: few bytes can claim many. */
const mostPixels = { still: 64_000_000, moving: 256_000_000 }
const mostFrames = 2_000
/** Time limit for decoding one image, in seconds. */
const patience = 60
const widths = [480, 960, 1440]
const thumbnail = 500

export interface ImageVariant {
  filter: string
  bytes: Buffer
  mimeType: string
  width: number
  height: number
}

export interface ProcessedImage {
  judged: DetectedType
  width?: number
  height?: number
  variants: ImageVariant[]
}

export class InvalidFileError extends Error {}

// One at a time: each may need hundreds of megabytes while it is decoded.
let queue: Promise<unknown> = Promise.resolve()

/** Returns the size and the variants of a complete image; throws `InvalidFileError` for anything else. */
export const processImage = (bytes: Buffer): Promise<ProcessedImage> => {
  const judged = detectFileType(bytes)
  if (!judged) {
    const message = 'Send a complete image and nothing else: PNG, JPEG, GIF, WebP, AVIF or SVG.'
    return Promise.reject(new InvalidFileError(message))
  }
  if (!judged.isRaster) return Promise.resolve({ judged, ...svgSize(bytes), variants: [] })
  const picture = queue.then(() => takeApart(bytes.subarray(0, judged.length), judged))
  queue = picture.catch(() => {})
  return picture
}

const takeApart = async (bytes: Buffer, judged: DetectedType): Promise<ProcessedImage> => {
  // Loaded on first use: many sites get no images after their start.
  const { default: sharp } = await import('sharp')
  // Its cache would be memory that is never used again.
  sharp.cache(false)
  const open = (options: SharpOptions = {}) =>
    sharp(bytes, { limitInputPixels: mostPixels.still, failOn: 'error', ...options }).timeout({
      seconds: patience,
    })
  const still = () => open().autoOrient()
  try {
    const { autoOrient, pages = 1, format } = await open().metadata()
    const { width, height } = autoOrient
    requireFormat(judged, format)
    if (pages > 1) {
      if (pages > mostFrames || width * height * pages > mostPixels.moving) throw tooLarge()
      // Decodes each frame to be sure that it can be; one pixel of each is enough.
      const frames = open({ animated: true, limitInputPixels: mostPixels.moving })
      await frames.resize(1, 1, { fit: 'fill', kernel: 'nearest' }).raw().toBuffer()
    }
    // Animations are shown as they are; only the thumbnail is a still image.
    const narrower = pages > 1 ? [] : widths.filter((wanted) => wanted < width)
    const variants = [await made('thumbnail', still().resize(insideOf(thumbnail)))]
    for (const wanted of narrower) {
      variants.push(await made(`w${wanted}`, still().resize({ width: wanted })))
    }
    return { judged, width, height, variants }
  } catch (cause) {
    throw new InvalidFileError('This image is damaged or too large.', { cause })
  }
}

const tooLarge = () => new InvalidFileError('This image has too many frames.')

/** The decoder detects the format itself, and must find the same one. */
const requireFormat = (judged: DetectedType, format: string) => {
  const decoded = judged.format === 'avif' ? 'heif' : judged.format
  if (format !== decoded) throw new InvalidFileError(`This is ${format} and says it is ${decoded}.`)
}

const insideOf = (size: number) =>
  ({ width: size, height: size, fit: 'inside', withoutEnlargement: true }) as const

const made = async (filter: string, picture: Sharp): Promise<ImageVariant> => {
  const { data, info } = await picture.webp({ quality: 80 }).toBuffer({ resolveWithObject: true })
  return { filter, bytes: data, mimeType: 'image/webp', width: info.width, height: info.height }
}
