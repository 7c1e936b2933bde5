import { useSelector } from '@xstate/react'
import { useMemo, useSyncExternalStore } from 'react'
import type { DragRef } from '#machines/editing/drag.ts'
import { type EditModeRef, canAct } from '#machines/editing/edit-mode.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { lazyView } from '#src/ui/lazy/lazy-view.tsx'
import { subscribeToPageMutations } from '../hooks/use-resource-element.ts'
import { useSelection } from '../hooks/use-selection.ts'
import { loadSelectionTools } from '../load-tools.ts'
import type { DragHandleProps } from './DragHandle.tsx'
import { useDropContext } from './use-drop-context.ts'

/** The id of the handle by which the selected component is dragged. */
export const moveHandleId = 'move-handle'

/** Loaded once there is a handle. Without its code, components are moved by buttons. */
const DragHandle = lazyView(async () => (await loadSelectionTools()).DragHandle)

interface LazyDragHandleProps {
  editModeRef: EditModeRef
  selectionRef: SelectionRef
  dragRef: DragRef
}

/** Lets the selected component be dragged by its handle. */
export function LazyDragHandle({ editModeRef, selectionRef, dragRef }: LazyDragHandleProps) {
  const { position, isNew } = useSelection(selectionRef)
  const handleEl = useSyncExternalStore(subscribeToPageMutations, findHandle)
  const handleRef = useMemo(() => ({ current: handleEl }), [handleEl])
  if (!handleEl || !position || isNew) return null
  return (
    <LazyDrag
      key={position}
      {...{ editModeRef, dragRef, handleRef }}
      positionAt={() => position}
      instructions="Press Space to pick this up, and move it with the arrow keys."
    />
  )
}

const findHandle = () => document.getElementById(moveHandleId)

type LazyDragProps = Omit<DragHandleProps, 'context'> & Pick<LazyDragHandleProps, 'editModeRef'>

/** Lets components be dragged once the code for that is loaded. */
export function LazyDrag({ editModeRef, ...props }: LazyDragProps) {
  const context = useDropContext()
  const isAllowed = useSelector(editModeRef, canAct)
  if (!context || !isAllowed) return null
  return <DragHandle {...props} context={context} />
}
