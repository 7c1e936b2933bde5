/** The input and the events of a field. */
import type { FieldValue } from '#content/change/field-value.ts'
import type { LostResource } from '#content/change/put-back.ts'
import type { Iri } from '#content/model/iri.ts'

export type FieldEvent =
  | ({ type: 'field.changed' } & FieldValue)
  /** The field has lost focus or the page is about to change, so the value is saved now. */
  | { type: 'flush.requested' }
  | { type: 'retry.requested' }
  /** The server can be reached again. */
  | { type: 'server.reachable' }
  /** Resolves a conflict by overwriting the value on the server. */
  | { type: 'local.kept' }
  /** Resolves a conflict by accepting the value on the server. */
  | { type: 'remote.accepted' }
  /** Gives up an edit that could not be saved. The stored value stays. */
  | { type: 'edits.discarded' }
  /** Puts back what was deleted, with this edit. */
  | { type: 'putBack.requested' }
  /** The resource is not on the page any more. */
  | ({ type: 'resource.lost' } & LostResource)
  | { type: 'iri.replaced'; from: Iri; to: Iri }

export interface FieldInput extends FieldValue {
  iri: Iri
  property: string
  /** Unique among all fields, so that undo can tell their edits apart. */
  id: string
  /** True for a value that is selected, which is saved at once. Typed text waits for a pause. */
  isChoice: boolean
}
