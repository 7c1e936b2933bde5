/** The pictures of texts: which addresses and attributes they may have, and the files of the library that they show. */
import { isLink } from '../links/link.ts'

/** Matches the address of a file of the media library or of a variant of it, and captures the name of the file. */
const libraryFile = /^\/_api\/_\/media_objects\/([\w.-]+)\/download\/file\/[\w.-]+$/

/** Returns the name of the file of the media library at an address, or null. */
export const libraryFileOf = (address: string) => libraryFile.exec(address)?.[1] ?? null

/** True for a file of the media library, and for one of another site that is sent encrypted. */
const isPictureAddress = (address: string) =>
  libraryFile.test(address) || (/^https:/i.test(address) && isLink(address))

/** Returns the versions of a picture in a list, as `srcset` has it: the address of each, and what describes it. */
export const versionsIn = (list: string) =>
  list.split(', ').map((version) => {
    const [address = '', ...descriptors] = version.split(' ')
    return { address, descriptors }
  })

/** True for a list of the versions of a picture with their widths. */
const isPictureList = (list: string) =>
  versionsIn(list).every(
    ({ address, descriptors: [width = '', ...others] }) =>
      others.length === 0 && /^\d{1,5}w$/.test(width) && isPictureAddress(address),
  )

/** True for a value that an attribute of a picture in a text may have. */
export function isPictureAttribute(name: string, value: string) {
  if (name === 'src') return isPictureAddress(value)
  if (name === 'srcset') return isPictureList(value)
  if (name === 'width' || name === 'height') return /^\d{1,5}$/.test(value)
  return name !== 'loading' || value === 'lazy'
}
