/** Finds the pictures of sanitized HTML, in which `<`, `>` and `"` are escaped wherever they are text. */
import { libraryFileOf } from './picture-address.ts'

const pictureAddress = /<img\s[^<>]*?\bsrc="([^"<>]*)"/gi

/** Returns the names of the files of the media library that a text shows, once each. */
export const libraryFilesIn = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(pictureAddress)].flatMap(([, address = '']) => libraryFileOf(address) ?? []),
  ),
]

/** True if a text has a picture. */
export const hasPicture = (html: string) => /<img\s/i.test(html)

/** True if a text has a picture that is not described for those who do not see it. */
export const lacksDescription = (html: string) => /<img\s(?![^<>]*\balt=")/i.test(html)
