import { fileUrlOf } from '#content/model/component-versions.ts'
import type { MediaObject } from '#content/model/media-object.ts'
import type { Component } from '#content/model/resource.ts'
import { pictureSources } from '#content/pictures/picture-versions.ts'

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
  const sources = pictureSources([original, ...variants], (file) => fileUrlOf(file, resource))
  return (
    <img
      className={className}
      alt={alt}
      {...sources}
      sizes={sources.srcSet && sizes}
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
