import type { PendingEditsRef } from '#machines/editing/changes/pending-edits.ts'
import type { DragRef } from '#machines/editing/drag.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import type { OutlineRef } from '#machines/editing/outline.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'

/** The actors of the outline and of what is done in it. */
export interface OutlineActors {
  editModeRef: EditModeRef
  dragRef: DragRef
  outlineRef: OutlineRef
  selectionRef: SelectionRef
  pendingEditsRef: PendingEditsRef
}
