import { shallowEqual, useSelector } from '@xstate/react'
import { dequal } from 'dequal/lite'
import { useMemo } from 'react'
import { movesOf } from '#content/change/moves/plan-moves.ts'
import { isDraft } from '#content/model/publish-state.ts'
import { positionIn } from '#content/page/selection/multiple-selection.ts'
import type { PositionedComponent } from '#content/page/page-components.ts'
import { type EditModeRef, selectMultipleSelectionRef } from '#machines/editing/edit-mode.ts'
import { isActive, selectComponents } from '#machines/editing/selection/multiple-selection.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { selectCurrentPage } from '#machines/page/fetcher.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useResourceCache, useResourceSelector } from '#src/resources/use-resource.ts'
import { refusalOf } from '../action-refusal.ts'
import { groupsIn, selectedComponents } from '../clipboard/copied-components.ts'
import {
  type ClipboardActionsRefs,
  useClipboardActions,
} from '../clipboard/use-clipboard-actions.ts'
import type { MultipleSelectionOptions } from '../extend-selection.ts'
import { useCurrentPage } from './use-content-scope.ts'

/** Returns whether several components are selected together. */
export const useIsMultipleActive = (editModeRef: EditModeRef) =>
  useSelector(
    useSelector(editModeRef, selectMultipleSelectionRef),
    (snapshot) => snapshot !== undefined && isActive(snapshot),
  )

/** Returns what extending the selection needs. */
export function useMultipleSelectionOptions(
  editModeRef: EditModeRef,
  selectionRef: SelectionRef,
): MultipleSelectionOptions {
  const multipleSelectionRef = useSelector(editModeRef, selectMultipleSelectionRef)!
  const { read } = useResourceCache()
  const fetcherRef = useAppActor('fetcher')
  return useMemo(() => {
    const page = () => selectCurrentPage(fetcherRef.getSnapshot())
    return { editModeRef, selectionRef, multipleSelectionRef, read, page }
  }, [editModeRef, selectionRef, multipleSelectionRef, read, fetcherRef])
}

/** Returns the components that are selected together, each as its visible version, in the order of the page. */
export function useSelectedComponents(editModeRef: EditModeRef): readonly PositionedComponent[] {
  const multipleSelectionRef = useSelector(editModeRef, selectMultipleSelectionRef)!
  const page = useCurrentPage()
  // Reads again once another component is selected.
  useSelector(multipleSelectionRef, selectComponents)
  return useResourceSelector(
    (read) => selectedComponents({ multipleSelectionRef, read, page: () => page }),
    dequal,
  )
}

/**
 * Returns the actions for the components that are selected together. Those that are null do not apply to them, and while
 * there is a `refusal` none that changes something can be started.
 */
export function useMultipleActions(
  refs: ClipboardActionsRefs,
  components: readonly PositionedComponent[],
) {
  const { editModeRef } = refs
  const { duplicate, copy, cut } = useClipboardActions(refs)
  const refusal = useSelector(editModeRef, refusalOf)
  const positions = components.flatMap((component) => positionIn(component) ?? [])
  const drafts = useDraftsOf(components)
  const useMove = (by: -1 | 1, end: 'first' | 'last') => {
    const canMove = useResourceSelector((read) => movesOf({ positions, by }, read).length > 0)
    const move = () => editModeRef.send({ type: 'moveAll.requested', positions, by })
    return { canMove, refusal: canMove ? null : `They are the ${end} already.`, move }
  }
  const publish = () => editModeRef.send({ type: 'publishAll.requested', iris: drafts })
  return {
    refusal,
    publish: drafts.length > 0 ? publish : null,
    up: useMove(-1, 'first'),
    down: useMove(1, 'last'),
    duplicate: groupsIn(components).size === 1 ? () => duplicate() : null,
    copy: () => copy(),
    cut: () => cut(),
    remove: () => editModeRef.send({ type: 'deleteAll.requested', positions }),
  }
}

/** Returns the components that are drafts. */
const useDraftsOf = (components: readonly PositionedComponent[]) =>
  useResourceSelector(
    (read) => components.flatMap(({ iri }) => (isDraft(read(iri)) ? iri : [])),
    shallowEqual,
  )
