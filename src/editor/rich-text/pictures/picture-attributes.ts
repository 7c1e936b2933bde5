/** Describes a file of the media library as the picture of a text. */
import {
  type MediaFile,
  alternativeTextIn,
  versionsOfFile,
} from '#content/pictures/media-library.ts'
import type { MediaObject } from '#content/model/media-object.ts'

/** The width in which pictures of texts are shown, where the browser does not measure it. */
const sizes = 'auto, (min-width: 44rem) 40rem, 100vw'

/** Returns an address of this site as a path, so that it is the same after the site has moved. */
const withoutOrigin = (address: string) => {
  const { origin, pathname, href } = new URL(address, window.location.href)
  return origin === window.location.origin ? pathname : href
}

/** True for a smaller version that shows the whole picture, which is named by its width. */
const isWhole = ({ imagineFilter }: MediaObject) => /^w\d/.test(imagineFilter ?? '')

/** Returns the attributes of a picture with its versions, and with the description that the library has of it. */
export function pictureAttributes(file: MediaFile) {
  const [original, ...variants] = versionsOfFile(file)
  if (!original) return null
  const smaller = variants
    .filter(isWhole)
    .toSorted((one, other) => (one.width ?? 0) - (other.width ?? 0))
  const versions = [...smaller, original].map(
    ({ contentUrl, width }) => `${withoutOrigin(contentUrl)} ${width}w`,
  )
  const hasVersions = smaller.length > 0
  return {
    src: withoutOrigin(original.contentUrl),
    srcset: hasVersions ? versions.join(', ') : null,
    sizes: hasVersions ? sizes : null,
    width: sizeOf(original.width),
    height: sizeOf(original.height),
    alt: alternativeTextIn(file, document.documentElement.lang) ?? null,
    loading: 'lazy',
  }
}

const sizeOf = (pixels: number | undefined) => (pixels === undefined ? null : String(pixels))
