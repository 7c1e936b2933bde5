/** The DOM listeners that select several components together, by presses with a key or while components are picked. */
import { type SelectedComponent, positionIn } from '#content/page/multiple-selection.ts'
import { isPicking } from '#machines/editing/selection/multiple-selection.ts'
import { selectSelectedIri } from '#machines/editing/selection/selection.ts'
import { linkOf } from '../dom/find-link.ts'
import { hitTest, isEditorChrome } from '../dom/hit-test.ts'
import { type Together, canSelectTogether, selectTogether, togetherOf } from '../select-together.ts'
import type { On, PageListenerOptions } from './listener-options.ts'

/**
 * Adds the listeners. They come before those of other presses, which they stop: a press that selects together neither
 * follows a link nor sets a caret.
 */
export const addMultipleSelectionListeners = (on: On, options: PageListenerOptions) => {
  const { pageInputRef } = options
  on(
    'mousedown',
    (event) => {
      // The browser would select the words from the caret up to here.
      if (pressedTogether(event, options)) event.preventDefault()
    },
    { capture: true },
  )
  on(
    'click',
    (event) => {
      const pressed = pressedTogether(event, options)
      if (!pressed) return
      event.preventDefault()
      event.stopImmediatePropagation()
      pageInputRef.send({ type: 'press.canceled' })
      selectTogether(pressed.component, pressed.together, options)
    },
    { capture: true },
  )
}

interface PressedTogether {
  component: SelectedComponent
  together: Together
}

/** Returns what a press selects together, and how; null for a press that selects alone, or sets the caret. */
const pressedTogether = (
  event: MouseEvent,
  options: PageListenerOptions,
): PressedTogether | null => {
  const { target, button } = event
  const { selectionRef, multipleSelectionRef } = options
  const modified = togetherOf(event)
  const together = modified ?? (isPicking(multipleSelectionRef.getSnapshot()) ? 'toggle' : null)
  const component = componentAt(target)
  if (button !== 0 || !together || !component || !canSelectTogether(component, options)) return null
  // With Ctrl or Command, a link opens in a tab; with Shift, words are selected in the text with the caret.
  if (modified === 'toggle' && linkOf(target)) return null
  const isAlone = component.stack[0] === selectSelectedIri(selectionRef.getSnapshot())
  return isAlone ? null : { component, together }
}

const componentAt = (target: EventTarget | null): SelectedComponent | null => {
  const hit = isEditorChrome(target) ? null : hitTest(target)
  return hit && positionIn(hit) ? hit : null
}
