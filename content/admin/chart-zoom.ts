/** The sizes at which a chart is shown. */

/** A part of its natural size; all of its width, or all of it, if it is larger than its place. */
export type Zoom = number | 'width' | 'whole'

/** The least part of its natural size at which its text can still be read. It is not made smaller only to fit the width. */
const readable = 0.7
const least = 0.1
const most = 4

/** Returns the zoom after a step from a part of the natural size. */
export const zoomBy = (scale: number, factor: number) =>
  Math.min(most, Math.max(least, scale * factor))

/** Returns the styles of the box of a drawing that fills it. */
export function zoomSize(zoom: Zoom, { width, height }: { width: number; height: number }) {
  if (zoom === 'whole')
    return { inlineSize: '100%', maxInlineSize: width, blockSize: '100%', maxBlockSize: height }
  if (zoom === 'width')
    return { inlineSize: '100%', minInlineSize: width * readable, maxInlineSize: width }
  return { inlineSize: width * zoom }
}
