import { useSelector } from '@xstate/react'
import { dequal } from 'dequal/lite'
import { movesOf } from '#content/change/moves/plan-moves.ts'
import { positionIn } from '#content/page/multiple-selection.ts'
import type { PlacedComponent } from '#content/page/page-components.ts'
import {
  type EditModeRef,
  canAct,
  selectMultipleSelectionRef,
} from '#machines/editing/edit-mode.ts'
import { isActive, selectComponents } from '#machines/editing/selection/multiple-selection.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { groupsIn, selectedTogether } from '../clipboard/copied-components.ts'
import {
  type ClipboardActionsRefs,
  useClipboardActions,
} from '../clipboard/use-clipboard-actions.ts'
import { useCurrentPage } from './use-content-scope.ts'

/** Returns whether several components are selected together. */
export const useIsMultipleActive = (editModeRef: EditModeRef) =>
  useSelector(
    useSelector(editModeRef, selectMultipleSelectionRef),
    (snapshot) => snapshot !== undefined && isActive(snapshot),
  )

/** Returns the components that are selected together, each as its visible version, in the order of the page. */
export function useSelectedTogether(editModeRef: EditModeRef): readonly PlacedComponent[] {
  const multipleSelectionRef = useSelector(editModeRef, selectMultipleSelectionRef)!
  const page = useCurrentPage()
  // Reads again once another component is selected.
  useSelector(multipleSelectionRef, selectComponents)
  return useResourceSelector(
    (read) => selectedTogether({ multipleSelectionRef, read, page: () => page }),
    dequal,
  )
}

/**
 * Returns the actions for the components that are selected together. Those that are null do not apply to them, and while
 * `isAllowed` is false none that changes something can be started.
 */
export function useMultipleActions(
  refs: ClipboardActionsRefs,
  components: readonly PlacedComponent[],
) {
  const { editModeRef } = refs
  const { duplicate, copy, cut } = useClipboardActions(refs)
  const isAllowed = useSelector(editModeRef, canAct)
  const positions = components.flatMap((component) => positionIn(component) ?? [])
  const useMove = (by: -1 | 1) => {
    const canMove = useResourceSelector((read) => movesOf({ positions, by }, read).length > 0)
    const move = () => editModeRef.send({ type: 'moveAll.requested', positions, by })
    return { canMove, move }
  }
  return {
    isAllowed,
    up: useMove(-1),
    down: useMove(1),
    duplicate: groupsIn(components).size === 1 ? () => duplicate() : null,
    copy: () => copy(),
    cut: () => cut(),
    remove: () => editModeRef.send({ type: 'deleteAll.requested', positions }),
  }
}
