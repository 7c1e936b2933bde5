/** What a file is, by all that is in it: neither its name nor what the client calls it counts, nor how it begins alone. */
import { findXmlError } from '../xml/parse-xml.ts'
import { endOfAvif, endOfGif, endOfJpeg, endOfPng, endOfWebp } from './image-end.ts'

type Format = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'svg'

export interface DetectedType {
  format: Format
  mimeType: string
  extension: string
  /** Made of pixels, so that it can be made smaller. */
  isRaster: boolean
  /** How many of the bytes are the picture. */
  length: number
}

const endOf = {
  png: endOfPng,
  jpeg: endOfJpeg,
  gif: endOfGif,
  webp: endOfWebp,
  avif: endOfAvif,
}

const word = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

/** Whether AVIF is the brand of a file, or one of those it is compatible with: some programs begin with the more general `mif1`. */
const isAvif = (bytes: Buffer) => {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256)
  for (let at = 8; at + 4 <= end; at += 4) {
    // The minor version stands between the first brand and the others.
    if (at !== 12 && /^avi[fs]$/.test(word(bytes, at, at + 4))) return true
  }
  return false
}

const formatOf = (bytes: Buffer): keyof typeof endOf | null => {
  if (word(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (word(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (/^GIF8[79]a$/.test(word(bytes, 0, 6))) return 'gif'
  if (word(bytes, 0, 4) === 'RIFF' && word(bytes, 8, 12) === 'WEBP') return 'webp'
  if (word(bytes, 4, 8) === 'ftyp' && isAvif(bytes)) return 'avif'
  return null
}

/**
 * Returns what a file is, or null where its structure is not that of one picture from the first byte to the last. Only a JPEG
 * may go on behind its end, as cameras add films and depths there: that part is not counted.
 */
export const detectFileType = (bytes: Buffer): DetectedType | null => {
  const format = formatOf(bytes)
  if (!format) return svgIn(bytes) && judged('svg', bytes.length)
  const length = endOf[format](bytes)
  if (length === null || (length !== bytes.length && format !== 'jpeg')) return null
  return judged(format, length)
}

const judged = (format: Format, length: number): DetectedType => ({
  format,
  mimeType: format === 'svg' ? 'image/svg+xml' : `image/${format}`,
  extension: format === 'jpeg' ? 'jpg' : format,
  isRaster: format !== 'svg',
  length,
})

type Attributes = Readonly<Record<string, string>>

/** The attributes of a drawing's root, where a file is well-formed XML from start to end and that root is SVG's. */
const svgIn = (bytes: Buffer): Attributes | null => {
  const text = textOf(bytes)
  if (text === null) return null
  const attributes: Record<string, string> = {}
  const trouble = findXmlError(text, {
    isSvg: true,
    checkElement: ({ local, uri, attributes: own }, depth) => {
      if (depth > 1) return null
      for (const { name, value } of Object.values(own)) attributes[name] = value
      return local === 'svg' && uri === 'http://www.w3.org/2000/svg' ? null : 'This is no drawing.'
    },
  })
  return trouble === null ? attributes : null
}

const textOf = (bytes: Buffer) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Pixels; undefined for other units. */
const lengthOf = (value = '') => {
  const [, pixels] = /^\s*(\d{1,9}(?:\.\d{0,9})?)(?:px)?\s*$/.exec(value.slice(0, 40)) ?? []
  return pixels === undefined ? undefined : Math.round(Number(pixels))
}

/** Returns how large a drawing says it is, where it says so. */
export const svgSize = (bytes: Buffer): { width?: number; height?: number } => {
  const { width: ownWidth, height: ownHeight, viewBox = '' } = svgIn(bytes) ?? {}
  const [, , boxWidth, boxHeight] = viewBox
    .slice(0, 200)
    .trim()
    .split(/[\s,]+/)
  const width = lengthOf(ownWidth) ?? lengthOf(boxWidth)
  const height = lengthOf(ownHeight) ?? lengthOf(boxHeight)
  return width && height ? { width, height } : {}
}
