import type { KeyboardEvent } from 'react'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import type { PendingEditsRef } from '#machines/editing/changes/pending-edits.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { focusSelected } from '../dom/focus-order.ts'
import { moveFocusWithin } from '../dom/roving-focus.ts'
import { useResourceActions } from '../hooks/use-resource-actions.ts'
import { usePositionBox } from '../hooks/use-resource-element.ts'
import { useLiveAndDraft, useSelection } from '../hooks/use-selection.ts'
import { useKind } from '../site-kinds.ts'
import { DuplicateTool } from './DuplicateTool.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { MoveTools } from './MoveTools.tsx'
import { TextToolsSlot } from './TextToolsSlot.tsx'
import { ToolbarFrame } from './ToolbarFrame.tsx'
import { VariantMenus } from './VariantMenus.tsx'

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
      {actions.moveTarget ? (
        <MoveTools {...actions.moveTarget} isAllowed={actions.isAllowed} />
      ) : null}
      <KindTools {...props} />
      <DuplicateTool editModeRef={props.editModeRef} actions={actions} />
      <MoreMenu actions={actions} />
    </ToolbarFrame>
  )
}

/** Shows what can be done with the kind of the selected component. */
function KindTools({ iri, selectionRef, pendingEditsRef }: Omit<ToolbarProps, 'element'>) {
  const { live, draft, visible, isLiveShown } = useLiveAndDraft(iri, selectionRef)
  const { kind } = useKind(visible?.['@type'])
  if (!kind || !visible) return null
  const versions = [live, draft]
  return (
    <VariantMenus
      {...{ kind, resource: visible, versions, isLive: isLiveShown, pendingEditsRef }}
    />
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
