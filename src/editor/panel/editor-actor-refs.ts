/** The actors that the parts of the panel send to. */
import type { StagedResourceRef } from '#machines/editing/changes/staged-resource.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import type { PendingEditsRef } from '#machines/editing/changes/pending-edits.ts'

export interface EditorActorRefs {
  editModeRef: EditModeRef
  selectionRef: SelectionRef
  pendingEditsRef: PendingEditsRef
  stagedRef: StagedResourceRef | undefined
}
