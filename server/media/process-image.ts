/** Decodes images: reads their size and creates smaller variants. */
import type { Sharp, SharpOptions } from 'sharp'
import { fileRefusals } from '#content/model/image-file.ts'
import type { Crop, PictureSize } from '#content/pictures/framing.ts'
import { type DetectedType, detectFileType, svgSize } from './detect-file-type.ts'

/**
 * The maximum number of pixels in a still image and in all frames of an animation, since few bytes can claim to be
 * many.
 */
const maxPixels = { still: 64_000_000, moving: 256_000_000 }
const maxFrames = 2_000
/** The maximum time for decoding one image, in seconds. */
const timeoutSeconds = 60
export const variantWidths = [480, 960, 1440]
const thumbnailSize = 500
const previewWidth = 16

export interface ImageVariant {
  filter: string
  bytes: Buffer
  mimeType: string
  width: number
  height: number
}

export interface ProcessedImage {
  type: DetectedType
  width?: number
  height?: number
  isAnimated?: true
  /** A data URI of a few pixels of it, which a page shows until the picture is there. */
  preview?: string
  variants: ImageVariant[]
}

/** Thrown when an uploaded file is not accepted, with a message for the user. */
export class InvalidFileError extends Error {}

// One at a time: each may need hundreds of megabytes while it is decoded.
let queue: Promise<unknown> = Promise.resolve()

/** Returns the size and the variants of a complete image; throws `InvalidFileError` for anything else. */
export const processImage = (bytes: Buffer): Promise<ProcessedImage> => {
  const type = detectFileType(bytes)
  if (!type) {
    return Promise.reject(new InvalidFileError(fileRefusals.notAnImage))
  }
  if (!type.isRaster) return Promise.resolve({ type, ...svgSize(bytes), variants: [] })
  return inQueue(() => decodeImage(bytes.subarray(0, type.length), type))
}

const inQueue = <Result>(run: () => Promise<Result>): Promise<Result> => {
  const result = queue.then(run)
  queue = result.catch(() => {})
  return result
}

/** Returns a function that opens an image in the decoder. */
const createOpen = async (bytes: Buffer) => {
  // Loaded on first use: many sites get no images after their start.
  const { default: sharp } = await import('sharp')
  // Its cache would be memory that is never used again.
  sharp.cache(false)
  return (options: SharpOptions = {}) =>
    sharp(bytes, { limitInputPixels: maxPixels.still, failOn: 'error', ...options }).timeout({
      seconds: timeoutSeconds,
    })
}

/** Returns a part of a stored image, given in pixels, in a size, as WebP. */
export const cropImage = (bytes: Buffer, crop: Crop, size: PictureSize): Promise<Buffer> =>
  inQueue(async () => {
    const open = await createOpen(bytes)
    const { x: left, y: top, width, height } = crop
    const part = open().autoOrient().extract({ left, top, width, height })
    return toWebp(part.resize({ ...size, fit: 'fill' })).toBuffer()
  })

const decodeImage = async (bytes: Buffer, type: DetectedType): Promise<ProcessedImage> => {
  const open = await createOpen(bytes)
  const still = () => open().autoOrient()
  try {
    const { autoOrient, pages = 1, format, hasAlpha } = await open().metadata()
    const { width, height } = autoOrient
    requireFormat(type, format)
    if (pages > 1) {
      if (pages > maxFrames || width * height * pages > maxPixels.moving) throw tooLarge()
      // Decodes each frame to be sure that it can be; one pixel of each is enough.
      const frames = open({ animated: true, limitInputPixels: maxPixels.moving })
      await frames.resize(1, 1, { fit: 'fill', kernel: 'nearest' }).raw().toBuffer()
    }
    // Animations are shown as they are; only the thumbnail is a still image.
    const narrower = pages > 1 ? [] : variantWidths.filter((variantWidth) => variantWidth < width)
    const variants = [await createVariant('thumbnail', still().resize(fitInside(thumbnailSize)))]
    for (const variantWidth of narrower) {
      variants.push(
        await createVariant(`w${variantWidth}`, still().resize({ width: variantWidth })),
      )
    }
    return {
      ...{ type, width, height },
      ...(pages > 1 && { isAnimated: true }),
      // It would be seen through a picture that is transparent.
      ...(!hasAlpha && { preview: await createPreview(still()) }),
      variants,
    }
  } catch (cause) {
    throw new InvalidFileError('This picture is damaged or too large.', { cause })
  }
}

const tooLarge = () => new InvalidFileError('This picture has too many frames.')

/** Throws `InvalidFileError` when the decoder, which detects the format by itself, has found another one. */
const requireFormat = (type: DetectedType, format: string) => {
  const decoded = type.format === 'avif' ? 'heif' : type.format
  if (format !== decoded)
    throw new InvalidFileError(`This file says it is ${type.format}, but it is ${format}.`)
}

const fitInside = (size: number) =>
  ({ width: size, height: size, fit: 'inside', withoutEnlargement: true }) as const

const toWebp = (image: Sharp) => image.webp({ quality: 80 })

/** Returns the few pixels of a picture that are sent within a page. */
const createPreview = async (image: Sharp) => {
  const pixels = await image.resize({ width: previewWidth }).webp({ quality: 20 }).toBuffer()
  return `data:image/webp;base64,${pixels.toString('base64')}`
}

const createVariant = async (filter: string, image: Sharp): Promise<ImageVariant> => {
  const { data, info } = await toWebp(image).toBuffer({ resolveWithObject: true })
  return { filter, bytes: data, mimeType: 'image/webp', width: info.width, height: info.height }
}
