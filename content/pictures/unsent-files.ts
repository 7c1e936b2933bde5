/** The files of the disk in the value of a field that is not saved: its content in that of a picture, addresses in a text. */
import { fileOf, isFileContent } from './file-content.ts'
import type { SavedFile, UploadOutcome } from './uploads.ts'

/** A file of the disk in a value, by its content or its address, and the one of the library that takes its place. */
export interface SentFile {
  unsent: string
  saved: SavedFile
}

/** The files that texts show, by the addresses that the browser has given them for as long as the document lasts. */
const files = new Map<string, File>()

/** Returns an address at which a text shows a file of the disk. */
export const addressOfFile = (file: File) => {
  const address = URL.createObjectURL(file)
  files.set(address, file)
  return address
}

/** True for the address of a file that a text of this document may show. */
export const isFileAddress = (address: string) => files.has(address)

/** Matches a picture of the disk in a text, and captures its address and its other attributes. */
const picture = /<img src="(blob:[^"]*)"((?:[^">]|"[^"]*")*)>/g

/** Returns the files in a value, each by its content or its address. */
export const unsentIn = (value: unknown): string[] => {
  if (typeof value !== 'string') return []
  return isFileContent(value)
    ? [value]
    : [...value.matchAll(picture)].map(([, address = '']) => address).filter(isFileAddress)
}

/** Returns the file that has a content or an address. */
export const unsentFileOf = (unsent: string) => files.get(unsent) ?? fileOf(unsent)

/** Returns a text with something else in place of each picture of the disk. */
export const replacePictures = (
  text: string,
  replace: (address: string, others: string) => string | undefined,
) =>
  text.replace(picture, (tag, address: string, others: string) => replace(address, others) ?? tag)

const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Returns a value that has a file of the library in place of one of the disk. A description that was written stays. */
export const withSavedFile = (
  value: unknown,
  { unsent, saved: { iri, picture: saved } }: SentFile,
) =>
  isFileContent(value)
    ? iri
    : replacePictures(String(value), (address, others) => {
        if (address !== unsent) return undefined
        const attributes = Object.entries(saved).map(([name, text]) =>
          text === null || (name === 'alt' && others) ? '' : ` ${name}="${escaped(text)}"`,
        )
        return `<img${attributes.join('')}${others}>`
      })

/** Returns a value that has none of these files of the disk any more. */
export const withSavedFiles = (value: unknown, sent: readonly SentFile[]) =>
  sent.reduce(withSavedFile, value)

/** Returns a text without some of its pictures of the disk, by default without all of them; null where nothing is left. */
export const withoutPictures = (text: unknown, addresses: readonly unknown[] = unsentIn(text)) =>
  typeof text === 'string' && addresses.length > 0
    ? replacePictures(text, (found) => (addresses.includes(found) ? '' : undefined)) || null
    : text

/** Returns why a file is not in the library. Without a library, a text can't have it, which is no deleted text. */
export const uploadFailureOf = (outcome: UploadOutcome) =>
  'failure' in outcome && outcome.failure.kind !== 'notFound' ? outcome.failure : null
