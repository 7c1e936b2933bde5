import { useSelector } from '@xstate/react'
import { selectStagedResourceRef } from '#machines/editing/changes/add-resource.ts'
import {
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
} from '#machines/editing/edit-mode.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'

/** Returns the edit mode actor and its children, which are undefined while edit mode is off. */
export function useEditMode() {
  const editModeRef = useAppActor('editMode')
  const addRef = useSelector(editModeRef, selectAddResourceRef)
  return {
    editModeRef,
    selectionRef: useSelector(editModeRef, selectSelectionRef),
    multipleSelectionRef: useSelector(editModeRef, selectMultipleSelectionRef),
    pageInputRef: useSelector(editModeRef, selectPageInputRef),
    hoverRef: useSelector(editModeRef, selectHoverRef),
    linkPreviewRef: useSelector(editModeRef, selectLinkPreviewRef),
    draftsListRef: useSelector(editModeRef, selectDraftsListRef),
    dragRef: useSelector(editModeRef, selectDragRef),
    pendingEditsRef: useSelector(editModeRef, selectPendingEditsRef),
    resumedAdditionRef: useSelector(editModeRef, selectResumedAdditionRef),
    addRef,
    stagedRef: useSelector(addRef, (snapshot) => snapshot && selectStagedResourceRef(snapshot)),
  }
}
