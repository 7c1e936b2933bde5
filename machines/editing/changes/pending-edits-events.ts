/** Defines the events that the pending edits receive and emit. */
import type { FieldChange } from '#content/change/fields/field-value.ts'
import type { DetectedDeletion } from '#content/change/undo/plan-restoration.ts'
import type { Intent } from '#content/change/types.ts'
import type { Iri } from '#content/model/iri.ts'
import type { EmittedBy } from '../../emitted-events.ts'
import type { SettledEdits } from './wait-until-idle.ts'

declare module '../../emitted-events.ts' {
  interface EmittedEvents {
    pendingEdits:
      | ({ type: 'save.settled'; hasUndoableEdit?: boolean } & SettledEdits)
      /** A resource was removed, and no edit of it is kept any more. */
      | { type: 'resource.removed'; iri: Iri }
  }
}

export type PendingEditsEvent =
  /** A field is edited for the first time. Later changes are sent to its actor. */
  | ({ type: 'field.changed' } & FieldChange)
  | EditsResumed
  /** All edits are saved now, without waiting for a pause in typing. */
  | { type: 'flush.requested' | 'location.committed' }
  | { type: 'selection.changed'; iri: Iri | null }
  /** The last edit could not be saved, and is undone. */
  | { type: 'editUndo.requested' }
  /** Saves all edits, or those of one resource, and reports the outcome. */
  | { type: 'save.requested'; iri: Iri | null }
  /** The user has deleted a resource, after a confirmation. */
  | { type: 'change.saved'; intent: Intent }
  | ChangeFailed
  | Extract<EmittedBy<'changeQueue'>, { type: 'iri.replaced' | 'resource.removed' }>
  | ({ type: 'deletion.detected' } & DetectedDeletion)
  /** An action waits for a decision about what is unsaved. */
  | { type: 'action.refused' }
  /** The user has been led to what is unsaved. */
  | { type: 'refusal.shown' }

export type ChangeFailed = Pick<
  Extract<EmittedBy<'changeQueue'>, { type: 'change.failed' }>,
  'type' | 'intent' | 'failure'
>

/** Edits from before the document was loaded. */
export type EditsResumed = Extract<EmittedBy<'resumedAddition'>, { type: 'edits.resumed' }>

/** The events that the watch receives, and those that it reports. */
export type DeletionWatchEvent =
  | { type: 'edits.changed'; iris: readonly Iri[] }
  | Extract<PendingEditsEvent, { type: 'resource.removed' | 'deletion.detected' }>
