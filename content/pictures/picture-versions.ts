/** The versions of a picture that browsers choose from by the width that it is shown in. */
import type { MediaObject } from '../model/media-object.ts'

/** Width in pixels of the file for browsers without `srcset`. */
const fallbackWidth = 900

/** True for files that show the whole image in another size: the same aspect ratio and a known size. */
const hasAspectRatioOf =
  ({ width, height }: MediaObject) =>
  (file: MediaObject) =>
    Boolean(width && height && file.width && file.height && file.width > 0) &&
    Math.abs(file.width! / file.height! - width! / height!) < 0.02

/**
 * Returns the addresses of a picture and of its versions of other sizes, of which the first is the original. There is no
 * `srcset` where it has no others.
 */
export const pictureSources = (
  files: readonly [MediaObject, ...MediaObject[]],
  urlOf: (file: MediaObject) => string,
) => {
  const [original] = files
  const sameRatio = files.filter(hasAspectRatioOf(original))
  const src = urlOf(sameRatio.find((file) => file.width! >= fallbackWidth) ?? original)
  if (sameRatio.length < 2) return { src }
  const srcSet = sameRatio
    .toSorted((one, other) => one.width! - other.width!)
    .map((file) => `${urlOf(file)} ${file.width}w`)
    .join(', ')
  return { src, srcSet }
}
