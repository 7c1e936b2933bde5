/** The files that are accepted as pictures. The API checks them by their content, the editor before they are sent. */

/** The maximum size of an uploaded file in bytes. */
export const maxFileSize = 5 * 1024 * 1024

const acceptedTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
]

/** The messages about files that are not accepted, which say what to do instead. */
export const fileRefusals = {
  tooLarge: 'Send at most 5 MB.',
  empty: 'This file is empty.',
  notAnImage: 'Send a complete picture and nothing else: PNG, JPEG, GIF, WebP, AVIF or SVG.',
}

/** The facts about a file that are known before it is read. Its type is empty where the browser knows none for the file's name. */
interface FileInfo {
  type: string
  size: number
}

/** Returns the reason why a file is not accepted, as far as that is known before it is read; null if there is none. */
export const fileRefusalOf = ({ type, size }: FileInfo): string | null => {
  if (type !== '' && !acceptedTypes.includes(type)) return fileRefusals.notAnImage
  if (size > maxFileSize) return fileRefusals.tooLarge
  return size === 0 ? fileRefusals.empty : null
}
