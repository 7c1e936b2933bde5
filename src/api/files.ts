/** Reads an uploaded file, so that it can be uploaded again when its deletion is undone. */
import ky from 'ky'

/** Returns a file as a data URI with its name; null when it cannot be read. */
export const readFileAsDataUri = async (url: string): Promise<string | null> => {
  try {
    const file = await ky.get(url, { credentials: 'include' }).blob()
    const bytes = new Uint8Array(await file.arrayBuffer())
    return `data:${file.type};name=${uploadedName(url)};base64,${toBase64(bytes)}`
  } catch {
    return null
  }
}

/** Returns the name that a file was uploaded with, without the characters that make its stored name unique. */
const uploadedName = (url: string) =>
  url
    .replace(/[?#].*/, '')
    .split('/')
    .at(-1)!
    .replace(/-[0-9a-f]{8}(?=\.)/, '')

const chunkSize = 0x80_00

/** Encodes chunk by chunk, because the arguments of one call are limited. */
const toBase64 = (bytes: Uint8Array) => {
  let characters = ''
  for (let at = 0; at < bytes.length; at += chunkSize)
    characters += String.fromCharCode(...bytes.subarray(at, at + chunkSize))
  return btoa(characters)
}
