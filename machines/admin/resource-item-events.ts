/** The events of the screen of one item of the admin area. */
import type { ItemValue } from '#content/admin/item-values.ts'

export type ResourceItemEvent =
  | {
      type: 'value.changed'
      name: string
      value: ItemValue
      /** The words for a value that was searched. */ label?: string
    }
  | { type: 'save.requested' | 'retry.requested' | 'changes.discarded' }
  | { type: 'deletion.requested' }
