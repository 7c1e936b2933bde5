import { tabbableElements } from './tabbable-elements.ts'

/**
 * Keeps the focus in a dialog while it is the last one on the page: Tab goes round in it, and what takes the focus from it
 * loses it again. Returns a function that ends this.
 */
export function trapFocus(dialogEl: HTMLDialogElement) {
  let focused = document.activeElement
  /** The index of the end at which Tab goes on once it has left the dialog at the other one; null after any other key. */
  let end: 0 | -1 | null = null
  const handleKey = (event: KeyboardEvent) => {
    // All of the page behind the dialog would be selected.
    if (isSelectAll(event)) event.preventDefault()
    end = event.key === 'Tab' ? (event.shiftKey ? -1 : 0) : null
    const stops = tabbableElements(dialogEl)
    if (end === null || document.activeElement !== stops.at(-1 - end)) return
    event.preventDefault()
    stops.at(end)?.focus()
  }
  const holdFocus = ({ target }: FocusEvent) => {
    if (dialogEl.contains(target as Node)) {
      focused = target as Element
      end = null
    } else if (isLastDialog(dialogEl)) {
      const isLost = end !== null || !focused?.isConnected
      const stop = isLost ? tabbableElements(dialogEl).at(end ?? 0) : focused
      if (stop instanceof HTMLElement) stop.focus()
    }
  }
  dialogEl.addEventListener('keydown', handleKey)
  document.addEventListener('focusin', holdFocus)
  return () => {
    dialogEl.removeEventListener('keydown', handleKey)
    document.removeEventListener('focusin', holdFocus)
  }
}

const isSelectAll = ({ key, ctrlKey, metaKey, target }: KeyboardEvent) =>
  key.toLowerCase() === 'a' && (ctrlKey || metaKey) && !(target as Element).closest(':read-write')

const isLastDialog = (dialogEl: HTMLDialogElement) =>
  [...document.querySelectorAll('dialog')].at(-1) === dialogEl
