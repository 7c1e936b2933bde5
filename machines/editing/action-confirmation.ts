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

const deleteAllConfirmation = (count: number): ConfirmOptions => ({
  title: `Delete these ${count} components?`,
  body: 'Are you sure you want to permanently delete them?',
})

/** Returns the question before an action: a deletion, or a copy that visitors would see at once. */
export const confirmationOf = (action: PendingAction | null) => {
  if (action?.type === 'deleteAll.requested' && action.positions.length > 1)
    return deleteAllConfirmation(action.positions.length)
  const isDeletion = action?.type.startsWith('delete') ?? false
  return isDeletion ? deleteConfirmation : publicCopyConfirmation
}
