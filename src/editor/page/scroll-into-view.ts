import { boundingRectOf } from './hit-test.ts'

/** Distance in pixels from the top of the viewport, below the editor bar. */
const scrollOffset = 100
const margin = 16

/** Scrolls just far enough to show an element, or the caret within it, between the editor bar and the panel. */
export function scrollIntoView(element: HTMLElement) {
  const { top, bottom } = caretRect(element) ?? boundingRectOf(element)
  const panel = document.querySelector<HTMLElement>('[data-editor-panel]')
  const visibleBottom = innerHeight - (panel?.offsetHeight ?? 0) - margin
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
  if (top < 0 || top > visibleBottom) scrollBy({ top: top - scrollOffset, behavior })
  else if (bottom > visibleBottom) {
    scrollBy({ top: Math.min(bottom - visibleBottom, top - scrollOffset), behavior })
  }
}

function caretRect(element: HTMLElement) {
  const selection = document.getSelection()
  if (!selection?.rangeCount || !element.contains(selection.focusNode)) return null
  const rect = selection.getRangeAt(0).getBoundingClientRect()
  // A caret in an empty element has an empty rectangle.
  return rect.height > 0 ? rect : null
}
