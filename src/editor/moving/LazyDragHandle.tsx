import { useSelector } from '@xstate/react'
import { type ComponentType, Suspense, lazy, useSyncExternalStore } from 'react'
import type { DragRef } from '#machines/editing/drag.ts'
import { type EditModeRef, canAct } from '#machines/editing/edit-mode.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { subscribeToPageMutations } from '../hooks/use-resource-element.ts'
import { useSelection } from '../hooks/use-selection.ts'
import type { DragHandleProps } from './DragHandle.tsx'
import { useDropContext } from './use-drop-context.ts'

/** The id of the handle by which the selected component is dragged. */
export const moveHandleId = 'move-handle'

/** Loaded once there is a handle. Without its code, components are moved by buttons. */
const DragHandle = lazy((): Promise<{ default: ComponentType<DragHandleProps> }> =>
  import('../selection-bundle.ts').then(
    (loaded) => ({ default: loaded.DragHandle }),
    () => ({ default: () => null }),
  ),
)

interface LazyDragHandleProps {
  editModeRef: EditModeRef
  selectionRef: SelectionRef
  dragRef: DragRef
}

/** Lets the selected component be dragged by its handle. */
export function LazyDragHandle({ editModeRef, selectionRef, dragRef }: LazyDragHandleProps) {
  const { position, isNew } = useSelection(selectionRef)
  const context = useDropContext()
  const isAllowed = useSelector(editModeRef, canAct)
  const handleEl = useSyncExternalStore(subscribeToPageMutations, findHandle)
  if (!handleEl || !position || isNew || !context || !isAllowed) return null
  return (
    <Suspense>
      <DragHandle key={position} {...{ dragRef, position, handleEl, context }} />
    </Suspense>
  )
}

const findHandle = () => document.getElementById(moveHandleId)
