import { followElement } from './follow-element.ts'
import { visibleArea } from './scroll-into-view.ts'

/** Distance in pixels from the text, and from what the editor draws at the edges of the window. */
const gap = 8
/** Distance in pixels from the top of the text, beyond the chip of its highlight. */
const gapAbove = 36

/**
 * Keeps the tools of a text above it, or below it where there is no room above. They stay in sight at the top of a text
 * that is higher than the window, which is marked, since they cover a line of it then: the caret stays below them. Returns a
 * function that stops this.
 */
export const positionTextTools = (textEl: HTMLElement, toolsEl: HTMLElement) =>
  followElement(textEl, toolsEl, () => {
    const visible = visibleArea()
    toolsEl.style.maxInlineSize = `${visible.right - 2 * gap}px`
    const text = textEl.getBoundingClientRect()
    const { offsetHeight: height, offsetWidth: width } = toolsEl
    const top = text.top - gapAbove - height
    const below = text.bottom + gap
    const isStuck = top < visible.top && below + height > visible.bottom
    // It is scrolled away with the end of its text.
    const stuckTop = Math.min(visible.top + gap, text.bottom - height)
    const y = isStuck ? stuckTop : top < visible.top ? below : top
    const x = Math.max(gap, Math.min(text.left, visible.right - gap - width))
    toolsEl.toggleAttribute('data-stuck', isStuck)
    toolsEl.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
  })
