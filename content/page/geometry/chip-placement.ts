/** Decides where the chip of a highlight stands, which says what is highlighted, so that it covers no text. */
import { type Box, isWithin, overlap } from './box.ts'

/** Above or below the border of the highlight at its start or end, or in one of its corners. */
export type ChipPlacement =
  'above' | 'aboveEnd' | 'below' | 'belowEnd' | 'topCorner' | 'bottomCorner'

export interface ChipSurroundings {
  element: Box
  chip: { width: number; height: number }
  /** The part of the window that nothing of the editor covers. */
  visible: Box
  texts: readonly Box[]
}

/** The distances of the border and of a chip beside it from the element in pixels, as in the style sheet. */
const border = 7
const beside = 8

const outside = ['above', 'aboveEnd', 'below', 'belowEnd'] as const
const inside = ['topCorner', 'bottomCorner'] as const

/**
 * Returns the first placement that is seen and covers no text. The chip of a selection is outside of it, where it is
 * typed in; that of a hovered element is in a corner, because the highlight of a neighbor may be beside it.
 */
export function chipPlacement(surroundings: ChipSurroundings, isHover: boolean): ChipPlacement {
  const { element, visible } = surroundings
  const placements = isHover ? [...inside, ...outside] : [...outside, ...inside]
  const isHigh = element.top - beside - surroundings.chip.height < visible.top
  const otherwise = isHover ? 'topCorner' : isHigh ? 'below' : 'above'
  return (
    placements.find((placement) => isFree(chipBox(placement, surroundings), surroundings)) ??
    otherwise
  )
}

function chipBox(placement: ChipPlacement, { element, chip }: ChipSurroundings): Box {
  const isAtStart = placement === 'above' || placement === 'below'
  const left = isAtStart ? element.left - border : element.right + border - chip.width
  const tops: Record<ChipPlacement, number> = {
    above: element.top - beside - chip.height,
    aboveEnd: element.top - beside - chip.height,
    below: element.bottom + beside,
    belowEnd: element.bottom + beside,
    topCorner: element.top - border,
    bottomCorner: element.bottom + border - chip.height,
  }
  const top = tops[placement]
  return { left, top, right: left + chip.width, bottom: top + chip.height }
}

const isFree = (box: Box, { visible, texts }: ChipSurroundings) =>
  isWithin(box, visible) && !texts.some((text) => overlap(box, text))
