import type { Box } from '#content/page/geometry/box.ts'
import { placementBelow } from '#content/page/geometry/placement-below.ts'

export interface Distances {
  /** From the reference, in pixels. */
  gap: number
  /** From the edges of the window, in pixels. */
  padding: number | Box
  /** The side on which the edges of both are in line; by default the start. */
  align?: 'start' | 'end'
  /** True to cover the reference where there is no room beside it. */
  mayCover?: boolean
}

/** Positions an element below a reference, or above it where there is more room. */
export function positionBelow(
  reference: { getBoundingClientRect: () => DOMRect },
  floatingEl: HTMLElement,
  { gap, padding, align = 'start', mayCover = false }: Distances,
) {
  const isRightToLeft = getComputedStyle(floatingEl).direction === 'rtl'
  const { x, y } = placementBelow({
    reference: reference.getBoundingClientRect(),
    area: areaWithin(padding),
    size: { width: floatingEl.offsetWidth, height: floatingEl.offsetHeight },
    gap,
    align: (align === 'end') === isRightToLeft ? 'left' : 'right',
    mayCover,
  })
  floatingEl.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
}

/** Returns the part of the window that neither the padding nor a keyboard on the screen takes. */
function areaWithin(padding: number | Box): Box {
  const edges =
    typeof padding === 'number'
      ? { left: padding, top: padding, right: padding, bottom: padding }
      : padding
  const { clientWidth, clientHeight } = document.documentElement
  const {
    offsetLeft = 0,
    offsetTop = 0,
    width = clientWidth,
    height = clientHeight,
  } = window.visualViewport ?? {}
  return {
    left: offsetLeft + edges.left,
    top: offsetTop + edges.top,
    right: offsetLeft + width - edges.right,
    bottom: offsetTop + height - edges.bottom,
  }
}
