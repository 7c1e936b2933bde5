import type { Component } from '#content/resource.ts'

interface MediaObject {
  contentUrl: string
  mimeType?: string
  width?: number
  height?: number
}

interface PictureProps {
  /** The component whose file it is. */
  resource: Component
  alt: string
  /** How wide it will be drawn, as `sizes` says it. */
  sizes: string
  /** Seen at once: fetched before anything that is further down. */
  first?: boolean
  className?: string | undefined
}

/** A picture in the smallest of its sizes that will do, in room that is there before it comes. Nothing where there is none. */
export function Picture({ resource, alt, sizes, first = false, className }: PictureProps) {
  const [original, ...variants] = filesOf(resource)
  if (!original) return null
  const { width, height } = original
  const scaled = [original, ...variants].filter(isLike(original))
  return (
    <img
      className={className}
      alt={alt}
      src={addressOf(scaled.find((file) => file.width! >= enough) ?? original, resource)}
      srcSet={scaled.length > 1 ? srcSetOf(scaled, resource) : undefined}
      sizes={scaled.length > 1 ? sizes : undefined}
      width={width}
      height={height}
      loading={first ? undefined : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding="async"
    />
  )
}

/** For browsers that do not choose, in pixels. */
const enough = 900

const filesOf = ({ _metadata }: Component): MediaObject[] => {
  const files = _metadata['mediaObjects'] as { file?: MediaObject[] } | undefined
  return files?.file ?? []
}

/** The same picture in another size: nothing cut off, and rendered already. */
const isLike =
  ({ width, height }: MediaObject) =>
  (file: MediaObject) =>
    Boolean(width && height && file.width && file.height && file.width > 0) &&
    Math.abs(file.width! / file.height! - width! / height!) < 0.02

const srcSetOf = (files: readonly MediaObject[], resource: Component) =>
  files
    .toSorted((one, other) => one.width! - other.width!)
    .map((file) => `${addressOf(file, resource)} ${file.width}w`)
    .join(', ')

/** Which version it is of: without that, an editor would be sent the draft's file for the live one. */
const addressOf = ({ contentUrl }: MediaObject, { _metadata: { publishable } }: Component) =>
  publishable ? `${contentUrl}?published=${publishable.published}` : contentUrl
