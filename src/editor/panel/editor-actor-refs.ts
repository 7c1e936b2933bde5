/** The actors that the parts of the panel send to. */
import type { StagedResourceRef } from '#machines/editing/staged-resource.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import type { SelectionRef } from '#machines/editing/selection.ts'
import type { PendingEditsRef } from '#machines/editing/pending-edits.ts'

export interface EditorActorRefs {
  editModeRef: EditModeRef
  selectionRef: SelectionRef
  pendingEditsRef: PendingEditsRef
  stagedRef: StagedResourceRef | undefined
}
