/** The guards of machines that undo their last change by a key, or by the notification about it. */
import { type UndoableChange, bulkNotification } from '#content/admin/bulk-change.ts'
import type { AppNotification } from '../app/app-notification.ts'

interface Undoing {
  context: {
    /** The last change, while it can be undone. */
    undoable: UndoableChange | null
  }
}

export const undoGuards = {
  canUndo: ({ context }: Undoing) => context.undoable !== null,
  /** True if the action of the notification about this change was chosen. It may still be shown on the screen of another list. */
  isUndo: (
    { context: { undoable } }: Undoing,
    { key, heading }: Pick<AppNotification, 'key' | 'heading'>,
  ) => key === bulkNotification && undoable !== null && heading === undoable.label,
}

/** The guards in plain words. */
export const undoGuardDescriptions = {
  canUndo: 'The last change can be undone.',
  isUndo: 'The notification about the last change was answered by undoing that.',
}
