import type { Box } from '#content/page/geometry/box.ts'

/** Positions an element on a line. In document coordinates, so that scrolling moves it with the page and costs no update. */
export function positionLine({ style }: HTMLElement, { left, top, right, bottom }: Box) {
  style.translate = `${left + scrollX}px ${top + scrollY}px`
  style.inlineSize = `${right - left}px`
  style.blockSize = `${bottom - top}px`
}
