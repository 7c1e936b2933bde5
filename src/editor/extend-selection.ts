/** Extends the selection to several components, by the pointer on the page and by the pointer or keys in the outline. */
import { isIriOf } from '#content/model/iri.ts'
import type { ReadResource } from '#content/model/resource.ts'
import { contentScopeOf } from '#content/page/content-scope.ts'
import { componentsBetween, positionIn } from '#content/page/selection/multiple-selection.ts'
import type { AssembledPage } from '#content/page/page.ts'
import type { Selection } from '#content/page/selection/selection.ts'
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
export type ExtendMode = 'toggle' | 'range'

export interface MultipleSelectionOptions {
  editModeRef: EditModeRef
  selectionRef: SelectionRef
  multipleSelectionRef: MultipleSelectionRef
  read: ReadResource
  /** Returns the page that is shown, or null on a screen of the app. */
  page: () => AssembledPage | null
}

/**
 * True for a component that can be selected with others: in the area that is being edited, and in a position that is
 * no part of a page of data's template.
 */
export const canExtendSelection = (
  component: Selection,
  { editModeRef, selectionRef, read, page }: MultipleSelectionOptions,
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

/** Selects a component, or all up to it, with what is selected already. Call `canExtendSelection` first. */
export const extendSelection = (
  component: Selection,
  mode: ExtendMode,
  { selectionRef, multipleSelectionRef, read }: MultipleSelectionOptions,
) => {
  const selected = selectedAlone(selectionRef)
  const last = selectComponents(multipleSelectionRef.getSnapshot()).at(-1) ?? selected
  const components = mode === 'range' && last ? componentsBetween(last, component, read) : null
  if (components) multipleSelectionRef.send({ type: 'range.selected', components })
  else multipleSelectionRef.send({ type: 'component.toggled', component, selected })
}

/** Returns the component that `selection` holds; null if there is none. */
export const selectedAlone = (selectionRef: SelectionRef): Selection | null => {
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

/** Returns how a press or key with these modifiers extends the selection; null if it selects alone. */
export const extendModeOf = ({
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: Modifiers): ExtendMode | null => {
  if (altKey) return null
  if (shiftKey) return 'range'
  return ctrlKey || metaKey ? 'toggle' : null
}
