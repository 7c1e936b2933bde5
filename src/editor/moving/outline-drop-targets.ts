/** Finds the drop targets of the outline, whose rows stand for the groups and the positions of the page. */
import { type Iri, isIriOf } from '#content/model/iri.ts'
import { lastIriOf } from '#content/page/outline/outline.ts'
import type { Point } from '#content/page/geometry/box.ts'
import { type Moved, dropTargetBeside, dropTargetOf, dropTargetOfGroup } from './drop-targets.ts'

/** Returns the row of the outline at a point of the window, or null. */
const rowAt = ({ x, y }: Point) =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-item]') ?? null

/** Returns the drop target that a row of the outline stands for at a point of the window; null beside all rows. */
export function outlineDropTargetAt(point: Point, moved: Moved) {
  const rowEl = rowAt(point)
  const key = rowEl?.dataset['item'] ?? ''
  const iri = lastIriOf(key)
  // Over a moved component, and what is inside it, that stays where it is.
  const over = moved.find((position) => key.split(' ').includes(position))
  if (over) return dropTargetOf(over, moved)
  if (isIriOf('COMPONENT_GROUP', iri))
    return dropTargetOfGroup(iri, moved, isCollapsed(rowEl!) ? Infinity : 0)
  if (!isIriOf('COMPONENT_POSITION', iri)) return null
  const { top, height } = rowEl!.getBoundingClientRect()
  return dropTargetBeside(iri, moved, point.y > top + height / 2)
}

/** Returns the key of the collapsed item at a point of the window; null for any other. */
export function collapsedItemAt(point: Point) {
  const rowEl = rowAt(point)
  return (rowEl && isCollapsed(rowEl) && rowEl.dataset['item']) || null
}

const isCollapsed = (rowEl: HTMLElement) => rowEl.getAttribute('aria-expanded') === 'false'

/** Returns the rows of a position that are rendered. */
export const rowsOf = (position: Iri<'COMPONENT_POSITION'>) =>
  document.querySelectorAll<HTMLElement>(`[data-item$=" ${CSS.escape(position)}"]`)
