import {
  type Padding,
  type ReferenceElement,
  computePosition,
  flip,
  offset,
  shift,
} from '@floating-ui/dom'

export interface Distances {
  /** From the reference, in pixels. */
  gap: number
  /** From the edges of the window, in pixels. */
  padding: Padding
  /** The side on which the edges of both are in line; by default the start. */
  align?: 'start' | 'end'
  /** True to cover the reference where there is no room beside it. */
  mayCover?: boolean
}

/** Positions an element below a reference, or above it where there is more room. */
export function positionBelow(
  reference: ReferenceElement,
  floatingEl: HTMLElement,
  distances: Distances,
) {
  // A reference that is removed meanwhile has no rectangle.
  position(reference, floatingEl, distances).catch(() => {})
}

async function position(
  reference: ReferenceElement,
  floatingEl: HTMLElement,
  { gap, padding, align = 'start', mayCover = false }: Distances,
) {
  const { x, y } = await computePosition(reference, floatingEl, {
    strategy: 'fixed',
    placement: `bottom-${align}`,
    middleware: [offset(gap), flip({ padding }), shift({ padding, crossAxis: mayCover })],
  })
  floatingEl.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
}
