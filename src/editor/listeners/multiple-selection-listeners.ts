/** The DOM listeners that select several components together, by presses with a key or while components are picked. */
import { isIriOf } from '#content/model/iri.ts'
import {
  type SelectedComponent,
  componentsBetween,
  positionIn,
} from '#content/page/multiple-selection.ts'
import { contentScopeOf } from '#content/page/content-scope.ts'
import { canAct } from '#machines/editing/edit-mode.ts'
import { isPicking, selectComponents } from '#machines/editing/selection/multiple-selection.ts'
import { selectStack } from '#machines/editing/selection/selection.ts'
import { linkOf } from '../dom/find-link.ts'
import { hitTest, isEditorChrome } from '../dom/hit-test.ts'
import { type On, type PageListenerOptions, areaOf } from './listener-options.ts'

/** A press that selects together with what is selected already, rather than alone. */
type Together = 'toggle' | 'range'

/**
 * Adds the listeners. They come before those of other presses, which they stop: a press that selects together neither
 * follows a link nor places a caret.
 */
export const addMultipleSelectionListeners = (on: On, options: PageListenerOptions) => {
  const { multipleSelectionRef, pageInputRef } = options
  on(
    'mousedown',
    (event) => {
      // The browser would select the words from the caret up to here.
      if (togetherOf(event, options)) event.preventDefault()
    },
    { capture: true },
  )
  on(
    'click',
    (event) => {
      const together = togetherOf(event, options)
      const component = componentAt(event.target)
      if (!together || !component) return
      event.preventDefault()
      event.stopImmediatePropagation()
      pageInputRef.send({ type: 'press.canceled' })
      const selected = selectedComponent(options)
      const last = selectComponents(multipleSelectionRef.getSnapshot()).at(-1) ?? selected
      const components =
        together === 'range' && last ? componentsBetween(last, component, options.read) : null
      if (components) multipleSelectionRef.send({ type: 'range.selected', components })
      else multipleSelectionRef.send({ type: 'component.toggled', component, selected })
    },
    { capture: true },
  )
}

/** Returns how a press selects together; null for one that selects alone, or places the caret. */
const togetherOf = (event: MouseEvent, options: PageListenerOptions): Together | null => {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event
  const component = componentAt(target)
  if (button !== 0 || altKey || !component || component.area !== areaOf(options)) return null
  if (!canAct(options.editModeRef.getSnapshot()) || isInTemplate(component, options)) return null
  const isModified = ctrlKey || metaKey
  // With a key, a link opens in a tab, and in the text with the caret words are selected.
  if ((isModified && linkOf(target)) || isInSelectedText(component, options)) return null
  if (shiftKey) return 'range'
  return isModified || isPicking(options.multipleSelectionRef.getSnapshot()) ? 'toggle' : null
}

/** True for a component whose place belongs to the template of a page of data. */
const isInTemplate = (component: SelectedComponent, { read, page }: PageListenerOptions) => {
  const shownPage = page()
  const position = positionIn(component)
  return !position || !shownPage || contentScopeOf(position, shownPage, read) === 'template'
}

const componentAt = (target: EventTarget | null): SelectedComponent | null => {
  const hit = isEditorChrome(target) ? null : hitTest(target)
  return hit && positionIn(hit) ? hit : null
}

const selectedComponent = ({ selectionRef }: PageListenerOptions): SelectedComponent | null => {
  const { stack, area } = selectionRef.getSnapshot().context
  return isIriOf('COMPONENT', stack[0]) ? { stack, area } : null
}

const isInSelectedText = ({ stack }: SelectedComponent, { selectionRef }: PageListenerOptions) =>
  selectStack(selectionRef.getSnapshot())[0] === stack[0]
