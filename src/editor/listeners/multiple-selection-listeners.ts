/** The DOM listeners that select several components together, by presses with a modifier key or while they are picked. */
import { positionIn } from '#content/page/selection/multiple-selection.ts'
import type { Selection } from '#content/page/selection/selection.ts'
import { isPicking } from '#machines/editing/selection/multiple-selection.ts'
import { selectSelectedIri } from '#machines/editing/selection/selection.ts'
import { linkOf } from '../dom/find-link.ts'
import { hitTest, isEditorChrome } from '../dom/hit-test.ts'
import {
  type ExtendMode,
  canExtendSelection,
  extendModeOf,
  extendSelection,
} from '../extend-selection.ts'
import type { On, PageListenerOptions } from './listener-options.ts'

/**
 * Adds the listeners. They come before those of other presses, which they stop: a press that extends the selection
 * neither follows a link nor sets a caret.
 */
export const addMultipleSelectionListeners = (on: On, options: PageListenerOptions) => {
  const { pageInputRef } = options
  on(
    'mousedown',
    (event) => {
      // The browser would select the words from the caret up to here.
      if (pressedExtension(event, options)) event.preventDefault()
    },
    { capture: true },
  )
  on(
    'click',
    (event) => {
      const pressed = pressedExtension(event, options)
      if (!pressed) return
      event.preventDefault()
      event.stopImmediatePropagation()
      pageInputRef.send({ type: 'press.canceled' })
      extendSelection(pressed.component, pressed.mode, options)
    },
    { capture: true },
  )
}

interface Extension {
  component: Selection
  mode: ExtendMode
}

/** Returns the component to which a press extends the selection, and the way; null for a press that selects alone, or sets the caret. */
const pressedExtension = (event: MouseEvent, options: PageListenerOptions): Extension | null => {
  const { target, button } = event
  const { selectionRef, multipleSelectionRef } = options
  const modified = extendModeOf(event)
  const mode = modified ?? (isPicking(multipleSelectionRef.getSnapshot()) ? 'toggle' : null)
  const component = componentAt(target)
  if (button !== 0 || !mode || !component || !canExtendSelection(component, options)) return null
  // With Ctrl or Command, a link opens in a tab; with Shift, words are selected in the text with the caret.
  if (modified === 'toggle' && linkOf(target)) return null
  const isAlone = component.stack[0] === selectSelectedIri(selectionRef.getSnapshot())
  return isAlone ? null : { component, mode }
}

const componentAt = (target: EventTarget | null): Selection | null => {
  const hit = isEditorChrome(target) ? null : hitTest(target)
  return hit && positionIn(hit) ? hit : null
}
