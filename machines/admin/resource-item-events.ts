/** The events of the screen of one item of the admin area. */
import type { ItemValue } from '#content/admin/item-values.ts'
import type { HubMessage } from '#content/page/update-queue.ts'

export type ResourceItemEvent =
  | {
      type: 'value.changed'
      name: string
      value: ItemValue
      /** The words for a value that was searched. */
      label?: string
    }
  /** The entered value of one field is to be saved at once, and nothing else that is entered. */
  | { type: 'value.submitted'; name: string }
  /** `closes` has the item closed once all that was entered is saved. */
  | { type: 'save.requested'; closes?: boolean }
  | { type: 'retry.requested' }
  /** All that is entered is to be discarded, about which the user is asked first. */
  | { type: 'discard.requested' | 'discard.confirmed' | 'discard.canceled' }
  | { type: 'deletion.requested' }
  /** Decides about one value that somebody else has changed, too. */
  | { type: 'conflict.resolved'; name: string; keep: 'mine' | 'theirs' }
  /** The same, with a value that has the changes of both. */
  | { type: 'conflict.merged'; name: string; value: string }
  | ({ type: 'message.received' } & HubMessage)
