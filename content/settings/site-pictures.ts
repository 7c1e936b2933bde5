/** The pictures of the settings: files of the media library, by their addresses. */
import { libraryFileOf } from '../pictures/picture-address.ts'

const keys: readonly string[] = ['socialImage', 'favicon', 'largeIcon']

/** Returns the reason why a value cannot be stored under a key, or null. Other keys have no pictures. */
export const findPictureProblem = (key: string, text: string): string | null =>
  !keys.includes(key) || text === '' || libraryFileOf(text) !== null
    ? null
    : 'Choose a picture of the media library.'
