/** The questions that are asked before an action of edit mode. */
import type { ConfirmOptions } from '../app/dialogs.ts'
import type { PendingAction } from './pending-action-intent.ts'

const deleteConfirmation: ConfirmOptions = {
  title: 'Delete this resource?',
  body: 'Are you sure you want to permanently delete this resource?',
}

const publicCopyConfirmation: ConfirmOptions = {
  title: 'Show this to visitors at once?',
  body: 'It has no draft. Visitors see the copy as soon as it is there.',
}

const deleteAllConfirmation = (count: number): ConfirmOptions =>
  count > 1
    ? {
        title: `Delete these ${count} components?`,
        body: 'Are you sure you want to permanently delete them?',
      }
    : deleteConfirmation

/** Returns the question before an action: a deletion, or a copy that visitors would see at once. */
export const confirmationOf = (action: PendingAction | null) => {
  switch (action?.type) {
    case 'delete.requested':
      return deleteConfirmation
    case 'deleteAll.requested':
      return deleteAllConfirmation(action.positions.length)
    default:
      return publicCopyConfirmation
  }
}
