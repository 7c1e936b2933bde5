import { shallowEqual, useSelector } from '@xstate/react'
import { selectStagedResourceRef } from '#machines/editing/changes/add-resource.ts'
import { selectChildren } from '#machines/editing/edit-mode.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'

/** Returns the edit mode actor and its children, which are undefined while edit mode is off. */
export function useEditMode() {
  const editModeRef = useAppActor('editMode')
  const children = useSelector(editModeRef, selectChildren, shallowEqual)
  return {
    editModeRef,
    selectionRef: children.selection,
    multipleSelectionRef: children.multipleSelection,
    pageInputRef: children.pageInput,
    hoverRef: children.hover,
    linkPreviewRef: children.linkPreview,
    draftsListRef: children.draftsList,
    dragRef: children.drag,
    pendingEditsRef: children.pendingEdits,
    resumedAdditionRef: children.resumedAddition,
    unsavedListRef: children.unsavedList,
    waitingActionsRef: children.waitingActions,
    addRef: children.addResource,
    stagedRef: useSelector(
      children.addResource,
      (snapshot) => snapshot && selectStagedResourceRef(snapshot),
    ),
  }
}
