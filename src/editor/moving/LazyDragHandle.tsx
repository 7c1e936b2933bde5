import { useSelector } from '@xstate/react'
import { useMemo, useSyncExternalStore } from 'react'
import type { DragRef } from '#machines/editing/drag.ts'
import { type EditModeRef, canAct } from '#machines/editing/edit-mode.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import type { Iri } from '#content/model/iri.ts'
import { positionIn } from '#content/page/selection/multiple-selection.ts'
import { selectedComponents } from '../clipboard/copied-components.ts'
import {
  useMultipleSelectionOptions,
  useSelectedComponents,
} from '../hooks/use-multiple-selection.ts'
import { lazyView } from '#src/ui/lazy/lazy-view.tsx'
import { subscribeToPageMutations } from '../hooks/use-resource-element.ts'
import { useSelection } from '../hooks/use-selection.ts'
import { loadTools } from '../load-tools.ts'
import type { DragHandleProps } from './DragHandle.tsx'
import { useDropContext } from './use-drop-context.ts'

/** The id of the handle by which the selected component is dragged. */
export const moveHandleId = 'move-handle'

/** Loaded once there is a handle. Without its code, components are moved by buttons. */
const DragHandle = lazyView(async () => (await loadTools()).DragHandle)

interface LazyDragHandleProps {
  editModeRef: EditModeRef
  selectionRef: SelectionRef
  dragRef: DragRef
}

/** Lets what is selected be dragged by its handle. */
export function LazyDragHandle({ editModeRef, selectionRef, dragRef }: LazyDragHandleProps) {
  const { position: selected, isNew } = useSelection(selectionRef)
  const components = useSelectedComponents(editModeRef)
  const [together] = components.flatMap((component) => positionIn(component) ?? [])
  const position = together ?? selected
  const handleEl = useSyncExternalStore(subscribeToPageMutations, findHandle)
  const handleRef = useMemo(() => ({ current: handleEl }), [handleEl])
  if (!handleEl || !position || isNew) return null
  return (
    <LazyDrag
      key={position}
      {...{ editModeRef, selectionRef, dragRef, handleRef }}
      positionAt={() => position}
      instructions="Press Space to pick this up, and move it with the arrow keys."
    />
  )
}

const findHandle = () => document.getElementById(moveHandleId)

type LazyDragProps = Omit<DragHandleProps, 'context' | 'movedWith'> &
  Pick<LazyDragHandleProps, 'editModeRef' | 'selectionRef'>

/** Lets components be dragged once the code for that is loaded: one, or all that are selected together with it. */
export function LazyDrag({ editModeRef, selectionRef, ...props }: LazyDragProps) {
  const context = useDropContext()
  const isAllowed = useSelector(editModeRef, canAct)
  const multipleSelection = useMultipleSelectionOptions(editModeRef, selectionRef)
  if (!context || !isAllowed) return null
  const movedWith = (position: Iri<'COMPONENT_POSITION'>) => {
    const selected = selectedComponents(multipleSelection).flatMap((one) => positionIn(one) ?? [])
    return selected.includes(position) ? selected : [position]
  }
  return <DragHandle {...{ ...props, context, movedWith }} />
}
