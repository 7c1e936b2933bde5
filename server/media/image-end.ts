/**
 * Finds where an image ends from its structure, without decoding it: anything after that could be another kind of file.
 * Each function returns the index after the last byte, or null when the structure is incomplete.
 */
import { crc32 } from 'node:zlib'

const word = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

/** Finds the end of a PNG, in which the checksum of every chunk must be right: https://www.w3.org/TR/png-3/#5DataRep */
export const endOfPng = (bytes: Buffer) => {
  const around = 12
  for (let at = 8; at + around <= bytes.length;) {
    const size = bytes.readUInt32BE(at)
    const end = at + around + size
    const isWhole =
      end <= bytes.length && crc32(bytes.subarray(at + 4, end - 4)) === bytes.readUInt32BE(end - 4)
    if (!isWhole) return null
    if (word(bytes, at + 4, at + 8) === 'IEND') return size === 0 ? end : null
    at = end
  }
  return null
}

/** Finds the end of a JPEG: https://www.w3.org/TR/jpeg2/ (ITU-T T.81, annex B) */
export const endOfJpeg = (bytes: Buffer) => {
  const [endOfImage, startOfScan] = [0xd9, 0xda]
  // Stuffed zeros and restart markers are part of a scan; after fill bytes of 0xFF the marker comes later.
  const isInScan = (code: number) => code === 0 || (code >= 0xd0 && code <= 0xd7) || code === 0xff
  const nextMarker = (from: number) => {
    let at = bytes.indexOf(0xff, from)
    while (at >= 0 && at + 1 < bytes.length && isInScan(bytes[at + 1]!)) {
      at = bytes.indexOf(0xff, at + (bytes[at + 1] === 0xff ? 1 : 2))
    }
    return at
  }
  for (let at = 2; at >= 0 && at + 4 <= bytes.length + 2;) {
    const code = bytes[at + 1]
    if (bytes[at] !== 0xff || code === undefined) return null
    if (code === endOfImage) return at + 2
    if (code === 0xff) at += 1
    else if (at + 4 > bytes.length) return null
    else {
      at += 2 + bytes.readUInt16BE(at + 2)
      if (code === startOfScan) at = nextMarker(at)
    }
  }
  return null
}

/** Finds the end of a GIF: https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
export const endOfGif = (bytes: Buffer) => {
  const tableAt = (at: number) => {
    const flags = bytes[at] ?? 0
    return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
  }
  const afterBlocks = (from: number) => {
    let at = from
    for (let size = bytes[at]; size; size = bytes[at]) at += 1 + size
    return at + 1
  }
  const [extension, image, trailer] = [0x21, 0x2c, 0x3b]
  let at = 13 + tableAt(10)
  while (at < bytes.length) {
    const code = bytes[at]
    if (code === trailer) return at + 1
    if (code === extension) at = afterBlocks(at + 2)
    else if (code === image) at = afterBlocks(at + 11 + tableAt(at + 9))
    else return null
  }
  return null
}

/** Finds the end of a WebP: https://www.rfc-editor.org/rfc/rfc9649#name-riff-file-format */
export const endOfWebp = (bytes: Buffer) => {
  if (bytes.length < 12) return null
  const size = bytes.readUInt32LE(4)
  const end = 8 + size + (size % 2)
  return end <= bytes.length ? end : null
}

/**
 * Finds the end of an AVIF, a file of boxes (ISO/IEC 14496-12, section 4.2): https://aomediacodec.github.io/av1-avif/
 */
export const endOfAvif = (bytes: Buffer) => {
  const boxTypes = new Set(['meta', 'mdat', 'moov', 'moof', 'mfra', 'sidx', 'free', 'skip', 'uuid'])
  const isKnown = (type: string, at: number) => (at === 0 ? type === 'ftyp' : boxTypes.has(type))
  let at = 0
  while (at + 8 <= bytes.length && isKnown(word(bytes, at + 4, at + 8), at)) {
    const size = bytes.readUInt32BE(at)
    // Size 0 means up to the end of the file; size 1 means a 64-bit size after the type.
    if (size === 0) return bytes.length
    const isLong = size === 1 && at + 16 <= bytes.length
    const whole = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : size
    if (whole < 8 || at + whole > bytes.length) return null
    at += whole
  }
  return at
}
