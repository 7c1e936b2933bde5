/** Defines the actions of edit mode that are confirmed first, and their confirmations. */
import type { ConfirmOptions } from '../app/dialogs.ts'
import type { PendingAction } from './pending-action-intent.ts'

export const confirmedActions = [
  'delete.requested',
  'deleteAll.requested',
  'paste.requested',
  'duplicate.requested',
] as const

/** A deletion, or a copy that visitors would see at once. */
type ConfirmedAction = Extract<PendingAction, { type: (typeof confirmedActions)[number] }>

const deleteConfirmation: ConfirmOptions = {
  title: 'Delete this resource?',
  body: 'Are you sure you want to permanently delete this resource?',
}

const discardConfirmation: ConfirmOptions = {
  title: 'Discard this draft?',
  body: 'What was changed since it was published is discarded. The live version stays.',
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

/** Returns the confirmation of an action. */
export const confirmationOf = (action: ConfirmedAction) => {
  switch (action.type) {
    case 'delete.requested':
      return action.isDraft ? discardConfirmation : deleteConfirmation
    case 'deleteAll.requested':
      return deleteAllConfirmation(action.positions.length)
    case 'paste.requested':
    case 'duplicate.requested':
      return publicCopyConfirmation
  }
}
