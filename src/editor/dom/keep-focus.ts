import { keepCaret } from '#src/ui/keep-caret.ts'

/**
 * Returns a function that puts the focus, and the caret, where they are now. Where they were in a text that is rendered anew
 * since, such as in another look, the caret is put to its end.
 */
export function keepFocus() {
  const { activeElement } = document
  const restoreCaret = keepCaret()
  const wasOnPage = activeElement?.closest('[data-area]') !== null
  return () => {
    if (activeElement instanceof HTMLElement && activeElement.isConnected) {
      activeElement.focus({ preventScroll: true })
      restoreCaret()
    } else if (wasOnPage) focusSelectedText()
  }
}

/** Focuses the text of the selected resource, with the caret at its end. Returns false if it has none on the page. */
export function focusSelectedText() {
  const textEl = document.querySelector<HTMLElement>(
    '[data-area] [aria-current="true"] [role="textbox"]',
  )
  if (textEl) focusAtEnd(textEl)
  return textEl !== null
}

/** Focuses a text with the caret at its end. */
export function focusAtEnd(textEl: HTMLElement) {
  textEl.focus({ preventScroll: true })
  const selection = document.getSelection()
  selection?.selectAllChildren(textEl)
  selection?.collapseToEnd()
}

/** Leaves the focus, and the caret with it, where it is while something else is pressed. For `mousedown`. */
export const preventFocus = (event: Pick<Event, 'preventDefault'>) => event.preventDefault()
