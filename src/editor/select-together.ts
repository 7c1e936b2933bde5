/** Selects components together, by the pointer on the page and by the pointer or keys in the outline. */
import { isIriOf } from '#content/model/iri.ts'
import type { ReadResource } from '#content/model/resource.ts'
import { contentScopeOf } from '#content/page/content-scope.ts'
import {
  type SelectedComponent,
  componentsBetween,
  positionIn,
} from '#content/page/multiple-selection.ts'
import type { AssembledPage } from '#content/page/page.ts'
import { type EditModeRef, canAct } from '#machines/editing/edit-mode.ts'
import {
  type MultipleSelectionRef,
  selectComponents,
} from '#machines/editing/selection/multiple-selection.ts'
import {
  type SelectionRef,
  selectArea,
  selectStack,
} from '#machines/editing/selection/selection.ts'

/** Adds or removes one component, or selects all from the last one up to it. */
export type Together = 'toggle' | 'range'

export interface TogetherOptions {
  editModeRef: EditModeRef
  selectionRef: SelectionRef
  multipleSelectionRef: MultipleSelectionRef
  read: ReadResource
  /** Returns the page that is shown, or null on a screen of the app. */
  page: () => AssembledPage | null
}

/**
 * True for a component that can be selected together with others: in the area that is being edited, and in a position that is
 * no part of a page of data's template.
 */
export const canSelectTogether = (
  component: SelectedComponent,
  { editModeRef, selectionRef, read, page }: TogetherOptions,
) => {
  const position = positionIn(component)
  const shownPage = page()
  return (
    position !== undefined &&
    shownPage !== null &&
    component.area === selectArea(selectionRef.getSnapshot()) &&
    canAct(editModeRef.getSnapshot()) &&
    contentScopeOf(position, shownPage, read) !== 'template'
  )
}

/** Selects a component together with what is selected already. There must be nothing against it. */
export const selectTogether = (
  component: SelectedComponent,
  together: Together,
  { selectionRef, multipleSelectionRef, read }: TogetherOptions,
) => {
  const selected = selectedAlone(selectionRef)
  const last = selectComponents(multipleSelectionRef.getSnapshot()).at(-1) ?? selected
  const components = together === 'range' && last ? componentsBetween(last, component, read) : null
  if (components) multipleSelectionRef.send({ type: 'range.selected', components })
  else multipleSelectionRef.send({ type: 'component.toggled', component, selected })
}

const selectedAlone = (selectionRef: SelectionRef): SelectedComponent | null => {
  const snapshot = selectionRef.getSnapshot()
  const stack = selectStack(snapshot)
  return isIriOf('COMPONENT', stack[0]) ? { stack, area: selectArea(snapshot) } : null
}

interface Modifiers {
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

/** Returns how a press or key with these modifiers selects together; null without one. */
export const togetherOf = ({ ctrlKey, metaKey, shiftKey, altKey }: Modifiers): Together | null => {
  if (altKey) return null
  if (shiftKey) return 'range'
  return ctrlKey || metaKey ? 'toggle' : null
}
