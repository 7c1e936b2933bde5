import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import type { PendingEditsRef } from '#machines/editing/changes/pending-edits.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { positionSelectionToolbar } from '../dom/position-selection-toolbar.ts'
import { focusSelected } from '../dom/focus-order.ts'
import { preventFocus } from '../dom/keep-focus.ts'
import { moveFocusWithin } from '../dom/roving-focus.ts'
import { useResourceActions } from '../hooks/use-resource-actions.ts'
import { usePositionBox } from '../hooks/use-resource-element.ts'
import { useLiveAndDraft, useSelection } from '../hooks/use-selection.ts'
import { ariaKeyShortcuts, shortcuts } from '../shortcuts.ts'
import { useKind } from '../site-kinds.ts'
import { DuplicateTool } from './DuplicateTool.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { MoveTools } from './MoveTools.tsx'
import styles from './SelectionToolbar.module.css'
import { VariantMenus } from './VariantMenus.tsx'

interface SelectionToolbarProps {
  editModeRef: EditModeRef
  selectionRef: SelectionRef
  pendingEditsRef: PendingEditsRef
}

/** Shows the tools for the selected component beside it. Groups, and what is being added, have theirs in the panel. */
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
  const ref = useRef<HTMLDivElement>(null)
  const hasActions = actions.remove !== null || actions.discard !== null
  useLayoutEffect(
    () => (hasActions ? positionSelectionToolbar(element, ref.current!) : undefined),
    [element, hasActions],
  )
  if (!hasActions) return null
  return createPortal(
    <section aria-label="Component tools">
      <div
        ref={ref}
        role="toolbar"
        aria-label="Tools"
        tabIndex={-1}
        aria-keyshortcuts={ariaKeyShortcuts(shortcuts.focusTools.keys)}
        className={styles.toolbar}
        data-editor-chrome=""
        data-editor-tools=""
        onMouseDown={handlePress}
        onKeyDown={(event) => handleKey(event, element)}
      >
        {actions.moveTarget ? (
          <MoveTools {...actions.moveTarget} isAllowed={actions.isAllowed} />
        ) : null}
        <KindTools {...props} />
        <DuplicateTool editModeRef={props.editModeRef} actions={actions} />
        <MoreMenu actions={actions} />
      </div>
    </section>,
    document.body,
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

/** A press on a tool leaves the caret in the text. The handle may be dragged, so its press is not prevented. */
const handlePress = (event: MouseEvent) => {
  const isHandle = (event.target as Element).closest('[data-move-handle]') !== null
  if (!isHandle) preventFocus(event)
}

function handleKey(event: KeyboardEvent<HTMLElement>, element: HTMLElement) {
  if (event.defaultPrevented) return
  if (event.key !== 'Escape') return moveFocusWithin(event)
  // From one of the menus, which are no part of this element, Escape has closed that menu.
  if (!event.currentTarget.contains(event.target as Node)) return
  event.preventDefault()
  focusSelected(element)
}
