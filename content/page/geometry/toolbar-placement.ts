/** Decides where the toolbar of the selected component stands: beside it, where it covers no text. */
import { type Box, isWithin, overlap } from './box.ts'

export interface ToolbarSurroundings {
  /** The selected component with its highlight. */
  selected: Box
  /** The part of the window that nothing of the editor covers. */
  visible: Box
  /** The labels at its edge, which name what is selected. */
  chips: readonly Box[]
  /** The texts near the component, and what else the toolbar must not cover. */
  obstacles: readonly Box[]
  toolbar: { width: number; height: number }
}

export interface ToolbarPlacement {
  side: 'above' | 'below' | 'beside'
  left: number
  top: number
}

/** The distance of the toolbar from the component, and from the edges of what is visible. */
const gap = 4

/** The distance at which it is still seen what the toolbar belongs to. */
const reach = 64

/**
 * Returns the first of all placements beside the component that is free, from the one above its end on; null where none is.
 * The last placement is kept for as long as it is free, so that the toolbar does not jump while the page is scrolled.
 */
export function toolbarPlacement(
  surroundings: ToolbarSurroundings,
  lastSide: ToolbarPlacement['side'] | null = null,
): ToolbarPlacement | null {
  const placements = placementsAround(surroundings)
  const preferred = [
    ...placements.filter(({ side }) => side === lastSide),
    ...placements.filter(({ side }) => side !== lastSide),
  ]
  return preferred.find((placement) => isFree(placement, surroundings)) ?? null
}

function placementsAround(surroundings: ToolbarSurroundings): ToolbarPlacement[] {
  const { selected, visible, toolbar } = surroundings
  const { width, height } = toolbar
  const above = selected.top - gap - height
  const below = selected.bottom + gap
  // A component that is higher than the window has its toolbar where it is seen.
  const along = Math.max(selected.top, visible.top + gap)
  const lefts = leftsNear(surroundings)
  return [
    ...lefts.map((left): ToolbarPlacement => ({ side: 'above', left, top: above })),
    { side: 'beside', left: selected.right + gap, top: along },
    { side: 'beside', left: selected.left - gap - width, top: along },
    ...lefts.map((left): ToolbarPlacement => ({ side: 'below', left, top: below })),
  ]
}

/** Returns the left edges of a toolbar above or below the component, the closest first. */
function leftsNear({ selected, chips, visible, toolbar: { width } }: ToolbarSurroundings) {
  const lefts = [
    Math.min(selected.right, visible.right - gap) - width,
    // At the end of the page, where lines do not reach.
    visible.right - gap - width,
    Math.max(selected.left, visible.left + gap),
    visible.left + gap,
    ...chips.flatMap((chip) => [chip.left - gap - width, chip.right + gap]),
  ]
  const distance = (left: number) =>
    Math.max(0, left - selected.right, selected.left - (left + width))
  return lefts
    .filter((left) => distance(left) <= reach)
    .toSorted((one, other) => distance(one) - distance(other))
}

const isFree = (
  { side, left, top }: ToolbarPlacement,
  { selected, chips, visible, obstacles, toolbar }: ToolbarSurroundings,
) => {
  const box = { left, top, right: left + toolbar.width, bottom: top + toolbar.height }
  const touches = side !== 'beside' || isBeside(box, selected)
  return (
    touches &&
    isWithin(box, visible) &&
    ![selected, ...chips, ...obstacles].some((other) => overlap(box, other))
  )
}

/** True if a box has at least half of its height beside another, or as much as that is high. */
const isBeside = (box: Box, { top, bottom }: Box) =>
  Math.min(box.bottom, bottom) - Math.max(box.top, top) >=
  Math.min((box.bottom - box.top) / 2, bottom - top)
