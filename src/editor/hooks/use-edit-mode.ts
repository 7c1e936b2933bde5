import { shallowEqual, useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import { selectStagedResourceRef } from '#machines/editing/changes/add-resource.ts'
import {
  type EditModeRef,
  selectAddResourceRef,
  selectDraftsListRef,
  selectDragRef,
  selectHoverRef,
  selectLinkPreviewRef,
  selectMultipleSelectionRef,
  selectPageInputRef,
  selectResumedAdditionRef,
  selectSelectionRef,
  selectPendingEditsRef,
  selectUnsavedListRef,
  selectWaitingActionsRef,
} from '#machines/editing/edit-mode.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'

/** Returns the edit mode actor and its children, which are undefined while edit mode is off. */
export function useEditMode() {
  const editModeRef = useAppActor('editMode')
  const refs = useSelector(editModeRef, selectRefs, shallowEqual)
  return {
    editModeRef,
    ...refs,
    stagedRef: useSelector(
      refs.addRef,
      (snapshot) => snapshot && selectStagedResourceRef(snapshot),
    ),
  }
}

const selectRefs = (snapshot: SnapshotFrom<EditModeRef>) => ({
  selectionRef: selectSelectionRef(snapshot),
  multipleSelectionRef: selectMultipleSelectionRef(snapshot),
  pageInputRef: selectPageInputRef(snapshot),
  hoverRef: selectHoverRef(snapshot),
  linkPreviewRef: selectLinkPreviewRef(snapshot),
  draftsListRef: selectDraftsListRef(snapshot),
  dragRef: selectDragRef(snapshot),
  pendingEditsRef: selectPendingEditsRef(snapshot),
  resumedAdditionRef: selectResumedAdditionRef(snapshot),
  unsavedListRef: selectUnsavedListRef(snapshot),
  waitingActionsRef: selectWaitingActionsRef(snapshot),
  addRef: selectAddResourceRef(snapshot),
})
