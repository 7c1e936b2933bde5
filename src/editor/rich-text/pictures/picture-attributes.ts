/** Describes a file of the media library as the picture of a text. */
import {
  type MediaFile,
  alternativeTextIn,
  versionsOfFile,
} from '#content/pictures/media-library.ts'
import { pictureSources } from '#content/pictures/picture-versions.ts'

/** The width in which pictures of texts are shown, where the browser does not measure it. */
const sizes = 'auto, (min-width: 44rem) 40rem, 100vw'

/** Returns an address of this site as a path, so that it is the same after the site has moved. */
const withoutOrigin = (address: string) => {
  const { origin, pathname, href } = new URL(address, window.location.href)
  return origin === window.location.origin ? pathname : href
}

/** Returns the attributes of a picture with its versions, and with the description that the library has of it. */
export function pictureAttributes(file: MediaFile) {
  const [original, ...variants] = versionsOfFile(file)
  if (!original) return null
  const { src, srcSet } = pictureSources([original, ...variants], ({ contentUrl }) =>
    withoutOrigin(contentUrl),
  )
  return {
    src,
    srcset: srcSet ?? null,
    sizes: srcSet ? sizes : null,
    width: sizeOf(original.width),
    height: sizeOf(original.height),
    alt: alternativeTextIn(file, document.documentElement.lang) ?? null,
    loading: 'lazy',
  }
}

const sizeOf = (pixels: number | undefined) => (pixels === undefined ? null : String(pixels))
