/** Finds the pictures of sanitized HTML, in which `<`, `>` and `"` are escaped wherever they are text. */
import { libraryFileOf, versionsIn } from './picture-address.ts'

const picture = /<img\s[^<>]*>/gi
const attribute = /([\w-]+)="([^"<>]*)"/g

/** Returns the addresses of a picture: its own, and those of its other versions. */
const addressesIn = (tag: string) =>
  [...tag.matchAll(attribute)].flatMap(([, name, value = '']) => {
    if (name === 'src') return [value]
    return name === 'srcset' ? versionsIn(value).map(({ address }) => address) : []
  })

/** Returns the names of the files of the media library that a text shows, once each. */
export const libraryFilesIn = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(picture)]
      .flatMap(([tag]) => addressesIn(tag))
      .flatMap((address) => libraryFileOf(address) ?? []),
  ),
]

/** True if a text has a picture. */
export const hasPicture = (html: string) => /<img\s/i.test(html)

/** True if a text has a picture that is not described for those who do not see it. */
export const lacksDescription = (html: string) => /<img\s(?![^<>]*\balt=")/i.test(html)
