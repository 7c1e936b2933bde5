/**
 * Scrolls the page so that the selected resource and the caret are between the editor bar and the panel; what is animated counts
 * as being where it will be.
 */
import type { Box } from '#content/page/geometry/box.ts'
import { findPanel } from './find-panel.ts'
import { layoutOffsetOf, isMotionReduced } from './layout-animation.ts'
import { boundingRectOf } from './hit-test.ts'
import { overlayLayer } from './overlay-layer.ts'
import { rangeAround } from './range-around.ts'

/** Distance in pixels from the top of the viewport, below the editor bar. */
const scrollOffset = 100
/** Distance in pixels from the panel, and of the caret from the editor bar. */
const margin = 16

/** Scrolls just far enough to show an element, or the caret if the focus is in it. */
export function scrollIntoView(element: HTMLElement) {
  if (element.contains(document.activeElement) && caretRect()) return scrollToCaret()
  const { top, bottom } = atRest(boundingRectOf(element), element)
  const visible = visibleArea()
  const behavior = isMotionReduced() ? 'instant' : 'smooth'
  // An element that is higher than the visible part of the page, and fills it, is where it was pressed.
  if (top < visible.top && bottom > visible.bottom) return
  if (top < visible.top || top > visible.bottom - margin)
    scrollBy({ top: top - scrollOffset, behavior })
  else if (bottom > visible.bottom - margin) {
    scrollBy({ top: Math.min(bottom - visible.bottom + margin, top - scrollOffset), behavior })
  }
}

/**
 * Scrolls to the line of the caret if the editor bar or the panel covers it, at once: typing must not outrun the page.
 * A line that is in sight stays where it is, and so does the text under the pointer.
 */
export function scrollToCaret() {
  const caret = caretRect()
  if (!caret) return
  const visible = visibleArea()
  if (caret.bottom > visible.bottom)
    scrollBy({ top: caret.bottom - visible.bottom + margin, behavior: 'instant' })
  else if (caret.top < visible.top)
    scrollBy({ top: caret.top - visible.top - margin, behavior: 'instant' })
}

/** True if a part of the caret's line is within the window, although the panel may cover it. */
export function isCaretInWindow() {
  const caret = caretRect()
  return caret !== null && caret.bottom > 0 && caret.top < innerHeight
}

/**
 * Returns the part of the viewport that neither the editor bar nor the outline, the panel or the docked tools cover. A panel
 * that is still moving in counts as if it were in its place.
 */
export function visibleArea() {
  const bar = document.querySelector('[data-editor-bar]')
  const toolsEl = overlayLayer().querySelector<HTMLElement>('[data-editor-tools][data-docked]')
  const panel = findPanel()
  // Beside the page it is as wide as its place, which is there without a selection, too.
  const dock = document.querySelector<HTMLElement>('[data-panel-dock]')
  const isBelow = panel?.offsetLeft === 0
  const { clientWidth } = document.documentElement
  return {
    // The page is beside the outline where it has room.
    left: Math.max(dock?.nextElementSibling?.getBoundingClientRect().left ?? 0, 0),
    top: Math.max(bar?.getBoundingClientRect().bottom ?? 0, 0),
    bottom: innerHeight - (isBelow ? panel.offsetHeight : 0) - (toolsEl?.offsetHeight ?? 0),
    right: dock && dock.offsetWidth > 0 ? dock.offsetLeft : clientWidth,
  }
}

/** Returns the line of the caret, over the whole width of the text that it is in; null without a caret. */
export function caretLine(): Box | null {
  const caret = caretRect()
  if (!caret) return null
  const { top, bottom } = caret
  const { left, right } = document.activeElement!.getBoundingClientRect()
  return { left, top, right, bottom }
}

/** Returns the rectangle of the caret in a text of the page; of a selected text, that of the end that moves. */
function caretRect(): DOMRect | null {
  const { activeElement } = document
  const selection = document.getSelection()
  if (!activeElement?.closest('[data-area] [contenteditable="true"]')) return null
  if (!selection?.focusNode || !activeElement.contains(selection.focusNode)) return null
  const { focusNode, focusOffset } = selection
  const range = rangeAround(focusNode)
  range.setStart(focusNode, focusOffset)
  range.collapse(true)
  const rect = range.getBoundingClientRect()
  if (rect.height > 0) return atRest(rect, activeElement)
  // A caret without a letter beside it, such as in an empty paragraph, has an empty rectangle.
  const node = focusNode.childNodes[focusOffset] ?? focusNode
  const lineEl = node instanceof Element ? node : node.parentElement!
  return atRest(lineEl.getBoundingClientRect(), activeElement)
}

/** Returns where a rectangle of an element, or of something in it, will be once the element is no longer animated. */
function atRest({ x, y, width, height }: DOMRect, element: Element) {
  const offset = layoutOffsetOf(element)
  return new DOMRect(x - offset.x, y - offset.y, width, height)
}
