/** What a file is, by what is in it: neither its name nor what the client calls it counts. */

export interface Judged {
  mimeType: string
  extension: string
  /** Made of pixels, so that it can be made smaller. */
  isRaster: boolean
}

const png: Judged = { mimeType: 'image/png', extension: 'png', isRaster: true }
const jpeg: Judged = { mimeType: 'image/jpeg', extension: 'jpg', isRaster: true }
const gif: Judged = { mimeType: 'image/gif', extension: 'gif', isRaster: true }
const webp: Judged = { mimeType: 'image/webp', extension: 'webp', isRaster: true }
const avif: Judged = { mimeType: 'image/avif', extension: 'avif', isRaster: true }
const svg: Judged = { mimeType: 'image/svg+xml', extension: 'svg', isRaster: false }

const word = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

export const judge = (bytes: Buffer): Judged | null => {
  if (word(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return png
  if (word(bytes, 0, 3) === '\xff\xd8\xff') return jpeg
  if (/^GIF8[79]a$/.test(word(bytes, 0, 6))) return gif
  if (word(bytes, 0, 4) === 'RIFF' && word(bytes, 8, 12) === 'WEBP') return webp
  if (word(bytes, 4, 8) === 'ftyp' && /^avi[fs]$/.test(word(bytes, 8, 12))) return avif
  return isSvg(bytes) ? svg : null
}

/** What may stand before the first element of a document, and where it ends. */
const prologue: [opening: string, closing: string][] = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!DOCTYPE', '>'],
]

/** An SVG document with entities of its own can be made to unfold without end; no drawing program writes them. */
const isSvg = (bytes: Buffer) => {
  const text = textOf(bytes)
  if (text === null || text.includes('<!ENTITY')) return false
  let rest = text.trimStart()
  for (;;) {
    const before = prologue.find(([opening]) => rest.startsWith(opening))
    if (!before) return /^<svg[\s>]/.test(rest)
    const end = rest.indexOf(before[1])
    if (end < 0) return false
    rest = rest.slice(end + before[1].length).trimStart()
  }
}

const textOf = (bytes: Buffer) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const lengthOf = (tag: string, attribute: string) => {
  const [, value] =
    new RegExp(`\\s${attribute}\\s*=\\s*["']\\s*([\\d.]+)(px)?\\s*["']`).exec(tag) ?? []
  return value === undefined ? undefined : Math.round(Number(value))
}

/** How large a drawing says it is. */
export const sizeOfSvg = (bytes: Buffer): { width?: number; height?: number } => {
  const [tag = ''] = /<svg[^>]*>/.exec(bytes.toString('utf8')) ?? []
  const [, boxWidth, boxHeight] =
    /\sviewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*["']/.exec(tag) ?? []
  const width = lengthOf(tag, 'width') ?? (boxWidth && Math.round(Number(boxWidth)))
  const height = lengthOf(tag, 'height') ?? (boxHeight && Math.round(Number(boxHeight)))
  return width && height ? { width, height } : {}
}
