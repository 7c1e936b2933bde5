import { tabbableElements } from './tabbable-elements.ts'

/**
 * Keeps the focus in a dialog while it is the last one on the page: Tab goes round in it, and what takes the focus from it
 * loses it again. Returns a function that ends this.
 */
export function trapFocus(dialogEl: HTMLDialogElement) {
  let focused = document.activeElement
  const goRound = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return
    const stops = tabbableElements(dialogEl)
    const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
    if (document.activeElement !== from) return
    event.preventDefault()
    to?.focus()
  }
  const holdFocus = ({ target }: FocusEvent) => {
    if (dialogEl.contains(target as Node)) focused = target as Element
    else if (isLastDialog(dialogEl) && focused instanceof HTMLElement) focused.focus()
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
