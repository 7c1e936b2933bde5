import type { KeyboardEvent } from 'react'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import type { PendingEditsRef } from '#machines/editing/changes/pending-edits.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { focusSelected } from '../dom/focus-order.ts'
import { moveFocusWithin } from '../dom/roving-focus.ts'
import { useResourceActions } from '../hooks/use-resource-actions.ts'
import { usePositionBox } from '../hooks/use-resource-element.ts'
import { useSelection } from '../hooks/use-selection.ts'
import { DuplicateTool } from './DuplicateTool.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { MoveTools } from './MoveTools.tsx'
import { TextToolsSlot } from './TextToolsSlot.tsx'
import { ToolbarFrame } from './ToolbarFrame.tsx'
import { VariantChoices, VariantMenu } from './VariantChoices.tsx'

interface SelectionToolbarProps {
  editModeRef: EditModeRef
  selectionRef: SelectionRef
  pendingEditsRef: PendingEditsRef
}

/** Shows the tools for the selected component beside it, with those of its text. Groups, and what is being added, have theirs in the panel. */
export function SelectionToolbar(actors: SelectionToolbarProps) {
  const { selectedIri = '', position, isNew } = useSelection(actors.selectionRef)
  const element = usePositionBox(position ?? null)
  const hasTools = isIriOf('COMPONENT', selectedIri) || isIriOf('COMPONENT_POSITION', selectedIri)
  if (!element || isNew || !hasTools) return null
  return <Toolbar key={position} element={element} iri={selectedIri} {...actors} />
}

interface ToolbarProps extends SelectionToolbarProps {
  element: HTMLElement
  iri: Iri
}

function Toolbar({ element, ...props }: ToolbarProps) {
  const actions = useResourceActions(props)
  if (actions.remove === null && actions.discard === null) return null
  return (
    <ToolbarFrame element={element} onKeyDown={(event) => handleToolKey(event, element)}>
      <TextToolsSlot />
      {actions.moveTarget ? <MoveTools {...actions.moveTarget} refusal={actions.refusal} /> : null}
      <VariantChoices {...props} Choice={VariantMenu} />
      <DuplicateTool editModeRef={props.editModeRef} actions={actions} />
      <MoreMenu actions={actions} />
    </ToolbarFrame>
  )
}

/** Moves the focus among the tools, and back to the element that they are for. */
export function handleToolKey(event: KeyboardEvent<HTMLElement>, element: HTMLElement) {
  if (event.defaultPrevented) return
  if (event.key !== 'Escape') return moveFocusWithin(event)
  // From one of the menus, which are no part of this element, Escape has closed that menu.
  if (!event.currentTarget.contains(event.target as Node)) return
  event.preventDefault()
  focusSelected(element)
}
