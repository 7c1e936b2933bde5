/** Holds uploaded files before they are stored. */
import { type ProcessedImage, InvalidFileError } from './process-image.ts'

/** An uploaded file: a part of a multipart body, or decoded from JSON. */
export class Upload {
  readonly name: string
  readonly bytes: Buffer
  /** The processed image; without it the file is processed when it is stored. */
  readonly image: ProcessedImage | undefined

  constructor(name: string, bytes: Buffer, picture?: ProcessedImage) {
    this.name = name
    this.bytes = bytes
    this.image = picture
  }
}

/** Decodes a file in JSON, which is a data URI, with the file's name as a parameter or without, or plain base64. */
export const decodeUpload = (property: string, sent: unknown): Upload => {
  const [, base64 = sent] =
    typeof sent === 'string' ? (/^data:[^,]{0,200};base64,(.*)$/is.exec(sent) ?? []) : []
  if (typeof base64 !== 'string' || !/^[\w+/-]+={0,2}\s*$/.test(base64)) {
    throw new InvalidFileError('Send the file as a data URI or in base64.')
  }
  const [, name = property] =
    /^data:[^,]{0,200};name=([^;,]+);/.exec(String(sent).slice(0, 300)) ?? []
  return new Upload(name, Buffer.from(base64, 'base64'))
}
