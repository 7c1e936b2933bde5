/** Pictures taken apart: how large they are, and the smaller ones that are sent in their place. */
import type { Sharp } from 'sharp'
import { type Judged, judge, sizeOfSvg } from './judge.ts'

/** The most pixels that are ever unpacked: a few kilobytes can claim to be a wall. */
const mostPixels = 64_000_000
const widths = [480, 960, 1440]
const thumbnail = 500

export interface Made {
  filter: string
  bytes: Buffer
  mimeType: string
  width: number
  height: number
}

export interface Picture {
  judged: Judged
  width?: number
  height?: number
  variants: Made[]
}

export class RefusedFile extends Error {}

// One at a time: each may need hundreds of megabytes for a moment.
let queue: Promise<unknown> = Promise.resolve()

export const pictureOf = (bytes: Buffer): Promise<Picture> => {
  const judged = judge(bytes)
  if (!judged) {
    return Promise.reject(new RefusedFile('Send a picture: PNG, JPEG, GIF, WebP, AVIF or SVG.'))
  }
  if (!judged.isRaster) return Promise.resolve({ judged, ...sizeOfSvg(bytes), variants: [] })
  const picture = queue.then(() => takeApart(bytes, judged))
  queue = picture.catch(() => {})
  return picture
}

const takeApart = async (bytes: Buffer, judged: Judged): Promise<Picture> => {
  // Loaded with the first picture: many sites never get one after they are made.
  const { default: sharp } = await import('sharp')
  // What it would keep for next time is memory that is never used again.
  sharp.cache(false)
  const open = () => sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' }).autoOrient()
  try {
    const { autoOrient, pages = 1 } = await sharp(bytes, {
      limitInputPixels: mostPixels,
    }).metadata()
    const { width, height } = autoOrient
    // What moves is shown as it is; only its thumbnail stands still.
    const narrower = pages > 1 ? [] : widths.filter((wanted) => wanted < width)
    const variants = [await made('thumbnail', open().resize(insideOf(thumbnail)))]
    for (const wanted of narrower) {
      variants.push(await made(`w${wanted}`, open().resize({ width: wanted })))
    }
    return { judged, width, height, variants }
  } catch (cause) {
    throw new RefusedFile('This picture is damaged, or too large to be unpacked.', { cause })
  }
}

const insideOf = (size: number) =>
  ({ width: size, height: size, fit: 'inside', withoutEnlargement: true }) as const

const made = async (filter: string, picture: Sharp): Promise<Made> => {
  const { data, info } = await picture.webp({ quality: 80 }).toBuffer({ resolveWithObject: true })
  return { filter, bytes: data, mimeType: 'image/webp', width: info.width, height: info.height }
}
