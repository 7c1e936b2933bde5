import { boundingRectOf } from './hit-test.ts'

/** From the top of the screen, below the bar (specification, section 9). */
const scrollOffset = 100
const margin = 16

/** Scrolls as far as is needed to see what is selected, or the caret in it, between the bar and the panel. */
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
  // A caret where there is no text has no place of its own.
  return rect.height > 0 ? rect : null
}
