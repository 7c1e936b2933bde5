import type { Component } from '#content/model/resource.ts'

interface MediaObject {
  contentUrl: string
  mimeType?: string
  width?: number
  height?: number
}

interface ResponsiveImageProps {
  /** The component whose file it is. */
  resource: Component
  alt: string
  /** How wide it will be drawn, as `sizes` says it. */
  sizes: string
  /** Seen at once: fetched before anything that is further down. */
  eager?: boolean
  className?: string | undefined
}

/** A picture in the smallest of its sizes that will do, in room that is there before it comes. Nothing where there is none. */
export function ResponsiveImage({
  resource,
  alt,
  sizes,
  eager = false,
  className,
}: ResponsiveImageProps) {
  const [original, ...variants] = mediaObjectsOf(resource)
  if (!original) return null
  const { width, height } = original
  const sameRatio = [original, ...variants].filter(hasAspectRatioOf(original))
  return (
    <img
      className={className}
      alt={alt}
      src={urlOf(sameRatio.find((file) => file.width! >= fallbackWidth) ?? original, resource)}
      srcSet={sameRatio.length > 1 ? srcSetOf(sameRatio, resource) : undefined}
      sizes={sameRatio.length > 1 ? sizes : undefined}
      width={width}
      height={height}
      loading={eager ? undefined : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
    />
  )
}

/** For browsers that do not choose, in pixels. */
const fallbackWidth = 900

const mediaObjectsOf = ({ _metadata }: Component): MediaObject[] => {
  const files = _metadata['mediaObjects'] as { file?: MediaObject[] } | undefined
  return files?.file ?? []
}

/** The same picture in another size: nothing cut off, and rendered already. */
const hasAspectRatioOf =
  ({ width, height }: MediaObject) =>
  (file: MediaObject) =>
    Boolean(width && height && file.width && file.height && file.width > 0) &&
    Math.abs(file.width! / file.height! - width! / height!) < 0.02

const srcSetOf = (files: readonly MediaObject[], resource: Component) =>
  files
    .toSorted((one, other) => one.width! - other.width!)
    .map((file) => `${urlOf(file, resource)} ${file.width}w`)
    .join(', ')

/** Which version it is of: without that, an editor would be sent the draft's file for the live one. */
const urlOf = ({ contentUrl }: MediaObject, { _metadata: { publishable } }: Component) =>
  publishable ? `${contentUrl}?published=${publishable.published}` : contentUrl
