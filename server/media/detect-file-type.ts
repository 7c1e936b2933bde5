/**
 * Detects the type of an image from its whole content, not from its name, its declared type or its first bytes alone.
 * The package file-type looks at the first bytes only, so a file with something behind its image would pass.
 */
import { findXmlError } from '#content/xml/parse-xml.ts'
import { endOfAvif, endOfGif, endOfJpeg, endOfPng, endOfWebp } from './image-end.ts'

type Format = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'svg'

export interface DetectedType {
  format: Format
  mimeType: string
  extension: string
  /** True for an image of pixels, of which smaller variants can be made. */
  isRaster: boolean
  /** The number of bytes that belong to the image. */
  length: number
}

const endOf = {
  png: endOfPng,
  jpeg: endOfJpeg,
  gif: endOfGif,
  webp: endOfWebp,
  avif: endOfAvif,
}

const latin1 = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

/**
 * True when AVIF is the major brand or one of the compatible brands: some programs use the more general `mif1` as the
 * major one.
 */
const isAvif = (bytes: Buffer) => {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256)
  for (let at = 8; at + 4 <= end; at += 4) {
    // The minor version is between the major brand and the others.
    if (at !== 12 && /^avi[fs]$/.test(latin1(bytes, at, at + 4))) return true
  }
  return false
}

const formatOf = (bytes: Buffer): keyof typeof endOf | null => {
  if (latin1(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (latin1(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (/^GIF8[79]a$/.test(latin1(bytes, 0, 6))) return 'gif'
  if (latin1(bytes, 0, 4) === 'RIFF' && latin1(bytes, 8, 12) === 'WEBP') return 'webp'
  if (latin1(bytes, 4, 8) === 'ftyp' && isAvif(bytes)) return 'avif'
  return null
}

/**
 * Returns the type of a file, or null when it is not exactly one image from the first byte to the last. Only a JPEG may
 * have more data after its end, where cameras add videos and depth maps: that part is not counted.
 */
export const detectFileType = (bytes: Buffer): DetectedType | null => {
  const format = formatOf(bytes)
  if (!format) return parseSvgRoot(bytes) && toDetectedType('svg', bytes.length)
  const length = endOf[format](bytes)
  if (length === null || (length !== bytes.length && format !== 'jpeg')) return null
  return toDetectedType(format, length)
}

const toDetectedType = (format: Format, length: number): DetectedType => ({
  format,
  mimeType: format === 'svg' ? 'image/svg+xml' : `image/${format}`,
  extension: format === 'jpeg' ? 'jpg' : format,
  isRaster: format !== 'svg',
  length,
})

type Attributes = Readonly<Record<string, string>>

/** Returns the attributes of the root element, or null when the file is not well-formed SVG. */
const parseSvgRoot = (bytes: Buffer): Attributes | null => {
  const text = textOf(bytes)
  if (text === null) return null
  const attributes: Record<string, string> = {}
  const xmlError = findXmlError(text, {
    isSvg: true,
    checkElement: ({ local, uri, attributes: own }, depth) => {
      if (depth > 1) return null
      for (const { name, value } of Object.values(own)) attributes[name] = value
      return local === 'svg' && uri === 'http://www.w3.org/2000/svg'
        ? null
        : 'This is not an SVG image.'
    },
  })
  return xmlError === null ? attributes : null
}

const textOf = (bytes: Buffer) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Returns a length in pixels; undefined for other units. */
const parsePixels = (value = '') => {
  const [, pixels] = /^\s*(\d{1,9}(?:\.\d{0,9})?)(?:px)?\s*$/.exec(value.slice(0, 40)) ?? []
  return pixels === undefined ? undefined : Math.round(Number(pixels))
}

/** Returns the declared size of an SVG image, if it has one. */
export const svgSize = (bytes: Buffer): { width?: number; height?: number } => {
  const { width: ownWidth, height: ownHeight, viewBox = '' } = parseSvgRoot(bytes) ?? {}
  const [, , boxWidth, boxHeight] = viewBox
    .slice(0, 200)
    .trim()
    .split(/[\s,]+/)
  const width = parsePixels(ownWidth) ?? parsePixels(boxWidth)
  const height = parsePixels(ownHeight) ?? parsePixels(boxHeight)
  return width && height ? { width, height } : {}
}
