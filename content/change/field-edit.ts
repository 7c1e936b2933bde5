/** The edit of one property, and the intents that save it. */
import type { Iri } from '../model/iri.ts'
import type { FieldValue } from './field-value.ts'
import type { LostResource } from './plan-restoration.ts'
import type { Intent } from './types.ts'

export interface FieldEdit extends FieldValue {
  iri: Iri
  property: string
  /** Unique among all fields, so that undo can tell their edits apart. */
  id: string
  /** Increases each time the field loses focus. Edits of one group are undone together. */
  undoGroup: number
  /** The resource as it was last known, once it is gone from the page. */
  lost: LostResource | null
}

/** Returns the intent that saves the edited value. */
export const saveIntentOf = ({
  iri,
  property,
  value,
  stored,
  id,
  undoGroup,
}: FieldEdit): Intent => ({
  kind: 'set',
  iri,
  property,
  value,
  stored,
  undoGroup: `${id}.${undoGroup}`,
})

/** Returns the intent that writes the edit as a draft of the live version, or recreates a resource that has none. */
export const restoreIntentOf = ({ iri, property, value, lost }: FieldEdit): Intent =>
  lost && lost.live === null
    ? { kind: 'restore', iri: lost.iri, property, value, known: lost.known }
    : { kind: 'set', iri, property, value }
