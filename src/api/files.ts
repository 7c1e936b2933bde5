/** Reads files as data URIs: those of the disk, and uploaded ones, so that they can be uploaded again. */
import ky from 'ky'
import { withFileName } from '#content/pictures/file-content.ts'

/** Returns a file as a data URI with its name. */
export const readAsDataUri = (file: Blob, name: string) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(withFileName(String(reader.result), name)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })

/** Returns an uploaded file as a data URI; null when it cannot be read. */
export const readFileAsDataUri = async (url: string): Promise<string | null> => {
  try {
    const file = await ky.get(url, { credentials: 'include' }).blob()
    return await readAsDataUri(file, uploadedName(url))
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
