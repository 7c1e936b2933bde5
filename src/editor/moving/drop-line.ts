/** Draws the line that shows a drop target between components. */
import type { DropTarget } from '#content/change/moves/transfers.ts'
import type { InsertionLine } from '#content/page/geometry/insertion-line.ts'
import { isMotionReduced } from '../dom/layout-animation.ts'
import { boundingRectOf, findResourceElement } from '../dom/hit-test.ts'
import { lineAt } from '../dom/insertion-lines.ts'
import { positionLine } from '../dom/position-line.ts'
import { visibleArea } from '../dom/scroll-into-view.ts'
import { positionElements } from './drop-targets.ts'

/** Distance in pixels of a drop target that is scrolled to from the edges of what can be seen. */
const margin = 96

/** Draws the line of a drop target, and puts the label of a component that is moved by keys beside it. */
export function drawLine(lineEl: HTMLElement, labelEl: HTMLElement | null, dropTarget: DropTarget) {
  const line = lineOf(dropTarget)
  if (!line) return
  positionLine(lineEl, line.box)
  lineEl.dataset['direction'] = line.isVertical ? 'vertical' : 'horizontal'
  if (labelEl) labelEl.style.translate = lineEl.style.translate
}

/** Scrolls just far enough to show a drop target. */
export function showDropTarget(dropTarget: DropTarget) {
  const line = lineOf(dropTarget)
  if (!line) return
  const visible = visibleArea()
  const above = line.box.top - margin - visible.top
  const below = line.box.bottom + margin - visible.bottom
  const top = above < 0 ? above : Math.max(below, 0)
  if (top !== 0) scrollBy({ top, behavior: isMotionReduced() ? 'instant' : 'smooth' })
}

/** Returns the line of a drop target, in an empty group at its top; null while the group is not on the page. */
function lineOf({ group, before }: DropTarget): Pick<InsertionLine, 'box' | 'isVertical'> | null {
  const groupEl = findResourceElement(group)
  if (!groupEl) return null
  const shown = positionElements(groupEl)
  const next = shown.find(({ iri }) => iri === before)
  if (next) return lineAt(next.element, 'before')
  const last = shown.at(-1)
  if (last) return lineAt(last.element, 'after')
  const { left, top, right } = boundingRectOf(groupEl)
  return { isVertical: false, box: { left, top, right, bottom: top } }
}
