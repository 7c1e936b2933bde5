/** Defines the actions of edit mode that are confirmed first, and their confirmations. */
import type { Iri } from '#content/model/iri.ts'
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
  body: 'What was changed since it was published is discarded. The version that was published stays.',
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

const cutConfirmation = (count: number): ConfirmOptions => ({
  title: count > 1 ? `Cut these ${count} components?` : 'Cut this component?',
  body: `${count > 1 ? 'They are' : 'It is'} taken off the page, and can be pasted elsewhere. Undo brings ${count > 1 ? 'them' : 'it'} back.`,
})

/** Returns the confirmation of a deletion, which says what is deleted. */
const deletionOf = (deleted: readonly Iri[], isCut = false): ConfirmOptions => ({
  ...(isCut ? cutConfirmation(deleted.length) : deleteAllConfirmation(deleted.length)),
  deleted,
})

/** Returns the confirmation of an action. */
export const confirmationOf = (action: ConfirmedAction) => {
  switch (action.type) {
    case 'delete.requested':
      return action.isDraft ? discardConfirmation : deletionOf([action.iri], action.isCut)
    case 'deleteAll.requested':
      return deletionOf(action.positions, action.isCut)
    case 'paste.requested':
    case 'duplicate.requested':
      return publicCopyConfirmation
  }
}
