import type { Iri } from '#content/model/iri.ts'
import type { DropPlace } from '#machines/editing/drag.ts'
import { isMotionReduced } from '../dom/glide.ts'
import { visibleArea } from '../dom/scroll-into-view.ts'
import { dropLineOf } from './drop-line.ts'

/** Draws the line of a place, and puts the label of a component that is moved by keys beside it. */
export function drawLine(
  lineEl: HTMLElement,
  labelEl: HTMLElement | null,
  place: DropPlace,
  position: Iri<'COMPONENT_POSITION'>,
) {
  const line = dropLineOf(place, position)
  if (!line) return
  const { left, top, width, height } = line
  // Document coordinates, so that scrolling moves the line with the page and costs no update.
  lineEl.style.translate = `${left + scrollX}px ${top + scrollY}px`
  lineEl.style.inlineSize = `${width}px`
  lineEl.style.blockSize = `${height}px`
  lineEl.dataset['direction'] = height > 0 ? 'vertical' : 'horizontal'
  if (labelEl) labelEl.style.translate = `${left + scrollX}px ${top + scrollY}px`
}

/** Distance in pixels of a place that is scrolled to from the edges of what can be seen. */
const margin = 96

/** Scrolls just far enough to show a place. */
export function showPlace(
  place: Pick<DropPlace, 'group' | 'before'>,
  position: Iri<'COMPONENT_POSITION'>,
) {
  const line = dropLineOf(place, position)
  if (!line) return
  const visible = visibleArea()
  const above = line.top - margin - visible.top
  const below = line.top + line.height + margin - visible.bottom
  const top = above < 0 ? above : Math.max(below, 0)
  if (top !== 0) scrollBy({ top, behavior: isMotionReduced() ? 'instant' : 'smooth' })
}
