/** The guards of machines that undo their last change by a key, or by the notification about it. */
import { type UndoableChange, bulkNotification } from '#content/admin/bulk-change.ts'

interface Undoing {
  context: {
    /** The last change, while it can be undone. */
    undoable: UndoableChange | null
  }
}

export const undoGuards = {
  canUndo: ({ context }: Undoing) => context.undoable !== null,
  /** True if the action of the notification was chosen. */
  isUndo: ({ context }: Undoing, { key }: { key: string }) =>
    key === bulkNotification && context.undoable !== null,
}

/** The guards in plain words. */
export const undoGuardDescriptions = {
  canUndo: 'The last change can be undone.',
  isUndo: 'The notification was answered by undoing the last change.',
}
