import { tabbableElements } from './tabbable-elements.ts'

/**
 * Keeps the focus in a dialog while it is the last one on the page: Tab goes round in it, and what takes the focus from it
 * loses it again. Returns a function that ends this.
 */
export function trapFocus(dialogEl: HTMLDialogElement) {
  let focused = document.activeElement
  /** The index of the element that Tab leads to from the other end, 0 or -1; null once it has led elsewhere. */
  let next: number | null = null
  const goRound = (event: KeyboardEvent) => {
    next = event.key === 'Tab' ? (event.shiftKey ? -1 : 0) : null
    const stops = tabbableElements(dialogEl)
    if (next === null || document.activeElement !== stops.at(-1 - next)) return
    event.preventDefault()
    stops.at(next)?.focus()
  }
  const holdFocus = ({ target }: FocusEvent) => {
    if (dialogEl.contains(target as Node)) {
      focused = target as Element
      next = null
    } else if (isLastDialog(dialogEl)) {
      const isLost = next !== null || !focused?.isConnected
      const stop = isLost ? tabbableElements(dialogEl).at(next ?? 0) : focused
      if (stop instanceof HTMLElement) stop.focus()
    }
  }
  dialogEl.addEventListener('keydown', goRound)
  document.addEventListener('focusin', holdFocus)
  return () => {
    dialogEl.removeEventListener('keydown', goRound)
    document.removeEventListener('focusin', holdFocus)
  }
}

const isLastDialog = (dialogEl: HTMLDialogElement) =>
  [...document.querySelectorAll('dialog')].at(-1) === dialogEl
