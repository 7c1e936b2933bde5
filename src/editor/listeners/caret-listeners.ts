/** Keeps the caret in sight wherever a key or a press moves it. */
import { type PageInputRef, isPressed } from '#machines/editing/page-input.ts'
import { scrollToCaret } from '../dom/scroll-into-view.ts'

/** Adds the listeners; aborting the signal removes them. */
export function addCaretListeners(pageInputRef: PageInputRef, signal: AbortSignal) {
  document.addEventListener(
    'selectionchange',
    // Scrolling while the pointer is down would select the text that moves under it.
    () => isPressed(pageInputRef.getSnapshot()) || scrollToCaret(),
    { signal },
  )
  document.addEventListener('click', () => scrollToCaret(), { signal })
}
