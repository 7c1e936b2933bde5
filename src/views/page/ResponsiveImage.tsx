import type { CSSProperties } from 'react'
import { fileUrlOf } from '#content/model/component-versions.ts'
import type { MediaObject } from '#content/model/media-object.ts'
import type { Component } from '#content/model/resource.ts'

interface ResponsiveImageProps {
  /** The component that owns the file. */
  resource: Component
  /** The property of the file. */
  property?: string
  alt: string
  /** The rendered width, as the `sizes` attribute of `<img>`. */
  sizes: string
  /** True for an image in the first viewport, which is fetched with high priority instead of lazily. */
  eager?: boolean
  className?: string | undefined
}

/** Renders an `<img>` with `srcset` and reserved space: the crop of the picture, if it has one. Renders nothing without a file. */
export function ResponsiveImage({
  resource,
  property = 'file',
  alt,
  sizes,
  eager = false,
  className,
}: ResponsiveImageProps) {
  const files = resource._metadata.mediaObjects?.[property] ?? []
  const cropped = files.filter(isCropped)
  const [original, ...variants] = cropped.length > 0 ? cropped : files
  if (!original) return null
  const sources = sourcesOf(original, variants)
  return (
    <img
      className={className}
      alt={alt}
      src={fileUrlOf((sources.find(isFallback) ?? sources.at(-1))!, resource)}
      srcSet={sources.length > 1 ? srcSetOf(sources, resource) : undefined}
      sizes={sources.length > 1 ? sizes : undefined}
      width={original.width}
      height={original.height}
      loading={eager ? undefined : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      style={styleOf(original)}
    />
  )
}

/** True for files that show the part of the picture which the component crops. */
const isCropped = ({ imagineFilter }: MediaObject) => imagineFilter?.startsWith('crop') ?? false

/** Width in pixels of the file for browsers without `srcset`. */
const fallbackWidth = 900
const isFallback = ({ width }: MediaObject) => width! >= fallbackWidth

/**
 * Returns the files that a browser may choose from, the narrowest first, and of one width the smallest. All show the whole
 * picture, and none is in an older format than another. The thumbnail of an animation, which may have no other variant, is
 * a still picture.
 */
const sourcesOf = (original: MediaObject, variants: readonly MediaObject[]) => {
  const isStill =
    !original.isAnimated &&
    original.mimeType !== 'image/gif' &&
    (variants.length > 1 || isSmall(original))
  const shown = [
    original,
    ...variants
      .filter(({ imagineFilter }) => isStill || imagineFilter !== 'thumbnail')
      .filter(hasAspectRatioOf(original)),
  ]
  const modern = shown.filter(({ mimeType }) => /webp|avif/.test(mimeType))
  return (modern.length > 0 ? modern : shown).toSorted(
    (one, other) => one.width! - other.width! || one.fileSize - other.fileSize,
  )
}

/** True for a picture that has no variant but its thumbnail, as it is no wider than the narrowest. */
const isSmall = ({ width }: MediaObject) => width! <= 480

/** True for files that show the whole image in another size: the same aspect ratio and a known size. */
const hasAspectRatioOf =
  ({ width, height }: MediaObject) =>
  (file: MediaObject) =>
    Boolean(width && height && file.width && file.height && file.width > 0) &&
    Math.abs(file.width! / file.height! - width! / height!) < 0.02

const srcSetOf = (files: readonly MediaObject[], resource: Component) =>
  files.map((file) => `${fileUrlOf(file, resource)} ${file.width}w`).join(', ')

/** Nothing else of an API elsewhere goes into a style. */
const isDataUri = /^data:image\/webp;base64,[\w+/=]+$/

/** Returns the style that keeps a point in sight, and shows a few pixels of the picture until it is there. */
const styleOf = ({ focalPoint, preview }: MediaObject): CSSProperties => ({
  ...(focalPoint && { objectPosition: `${focalPoint.x * 100}% ${focalPoint.y * 100}%` }),
  ...(isDataUri.test(preview ?? '') && { background: `url(${preview}) center/cover` }),
})
