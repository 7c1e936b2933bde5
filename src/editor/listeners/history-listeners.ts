/** The DOM listeners by which undo and redo, asked for in a text or beside it, are those of the page. */
import { NEW_RESOURCE } from '#content/model/iri.ts'
import type { Direction } from '#content/change/undo/undo-history.ts'
import { closestTextField, hitTest, isEditorChrome } from '../dom/hit-test.ts'
import { isDialogOpen } from '../dom/is-dialog-open.ts'
import { type HistoryRequestRefs, requestHistory } from '../request-history.ts'
import { matchesShortcut } from '../shortcuts.ts'
import type { On } from './listener-options.ts'

/**
 * Has the page's history answer to the keys of undo and redo, and to the browser's own commands, before a text does. A text has
 * a history of its own, too, which knows nothing of that of the page: what one of them undoes, the other would do again.
 */
export const addHistoryListeners = (on: On, refs: HistoryRequestRefs) => {
  const request = (event: Event, direction: Direction | undefined) => {
    if (!direction || event.defaultPrevented || isDialogOpen() || hasOwnUndo(event.target)) return
    event.preventDefault()
    event.stopPropagation()
    requestHistory(direction, refs)
  }
  on('keydown', (event) => request(event, directionOfKeys(event)), { capture: true })
  on('beforeinput', (event) => request(event, directionsByInput[event.inputType]), {
    capture: true,
  })
}

const directionOfKeys = (event: KeyboardEvent): Direction | undefined => {
  // Most keys are letters, which must cost as little as possible. A composition is undone by the browser.
  if (!(event.ctrlKey || event.metaKey) || event.isComposing) return undefined
  return (['undo', 'redo'] as const).find((id) => matchesShortcut(event, id))
}

/** The directions of the commands in the browser's menu, and of shaking a phone. */
const directionsByInput: Readonly<Record<string, Direction | undefined>> = {
  historyUndo: 'undo',
  historyRedo: 'redo',
}

/** True for a text that is not saved as it is typed, so that only its own undo knows what was typed. */
const hasOwnUndo = (target: EventTarget | null) => {
  const textEl = closestTextField(target)
  if (!textEl) return false
  if (isEditorChrome(textEl)) return !textEl.closest('[data-page-undo]') || hasUnsavedInput(textEl)
  return isControl(textEl) || hitTest(textEl)?.stack.includes(NEW_RESOURCE) === true
}

/** True for a control, which on the page is one of a visitor. */
const isControl = (textEl: HTMLElement) =>
  textEl instanceof HTMLInputElement || textEl instanceof HTMLTextAreaElement

/** True for a field of the panel that is saved once it is left, in which something was typed. */
const hasUnsavedInput = (textEl: HTMLElement) => {
  const { stored } = textEl.dataset
  return stored !== undefined && (textEl as HTMLInputElement).value !== stored
}
