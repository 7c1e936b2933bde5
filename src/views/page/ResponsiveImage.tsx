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
  const { width, height, focalPoint } = original
  const sameRatio = [original, ...variants].filter(hasAspectRatioOf(original))
  return (
    <img
      className={className}
      alt={alt}
      src={fileUrlOf(sameRatio.find((file) => file.width! >= fallbackWidth) ?? original, resource)}
      srcSet={sameRatio.length > 1 ? srcSetOf(sameRatio, resource) : undefined}
      sizes={sameRatio.length > 1 ? sizes : undefined}
      width={width}
      height={height}
      loading={eager ? undefined : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      style={focalPoint && { objectPosition: `${focalPoint.x * 100}% ${focalPoint.y * 100}%` }}
    />
  )
}

/** True for files that show the part of the picture which the component crops. */
const isCropped = ({ imagineFilter }: MediaObject) => imagineFilter?.startsWith('crop') ?? false

/** Width in pixels of the file for browsers without `srcset`. */
const fallbackWidth = 900

/** True for files that show the whole image in another size: the same aspect ratio and a known size. */
const hasAspectRatioOf =
  ({ width, height }: MediaObject) =>
  (file: MediaObject) =>
    Boolean(width && height && file.width && file.height && file.width > 0) &&
    Math.abs(file.width! / file.height! - width! / height!) < 0.02

const srcSetOf = (files: readonly MediaObject[], resource: Component) =>
  files
    .toSorted((one, other) => one.width! - other.width!)
    .map((file) => `${fileUrlOf(file, resource)} ${file.width}w`)
    .join(', ')
