/** Defines the events that the change queue receives and emits. */
import type { ChangeOutcome } from '#content/change/change-outcome.ts'
import type { ChangeRequest } from '#content/change/change-queue.ts'
import type { Change, ChangePage, Intent, SaveResult } from '#content/change/types.ts'
import type { RememberedHistory } from '#content/change/undo/remembered-history.ts'
import type { Direction } from '#content/change/undo/undo-history.ts'
import type { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'

declare module '../../emitted-events.ts' {
  interface EmittedEvents {
    changeQueue:
      /** The requests of a change are being sent, maybe not for the first time; null for an undo or redo. */
      | { type: 'change.started'; intent: Intent | null }
      | {
          type: 'change.saved'
          id: string
          intent: Intent
          saved: SaveResult
          /** The component that was pasted or duplicated, or null. */
          copied: Iri | null
          /** The resource that was put back after a colleague had deleted it, or null. */
          restored: Iri | null
        }
      /** `isPartial` is true if some of its requests were done. */
      | { type: 'change.failed'; id: string; intent: Intent; failure: Failure; isPartial: boolean }
      /** `restored` is the resource that was restored, or null if the change removed or added none. */
      | ({ type: 'change.undone' } & HistoryReport)
      | ({ type: 'change.redone' } & HistoryReport)
      /**
       * An undo or redo failed; `isPartial` is true if some of its requests were done. The others can be retried. `given` are
       * those that were to follow it.
       */
      | {
          type: 'undo.failed'
          direction: Direction
          isPartial: boolean
          failure: Failure
          given: readonly Direction[]
        }
      /** There is nothing left to undo or redo. */
      | { type: 'history.exhausted'; direction: Direction }
      /** The history without changes that are being sent, so that none is sent twice after a reload. */
      | ({ type: 'history.changed' } & RememberedHistory)
      | { type: 'iri.replaced'; from: Iri; to: Iri }
      | { type: 'resource.removed'; iri: Iri }
  }
}

interface HistoryReport {
  intent: Intent
  saved: SaveResult
  restored: Iri | null
  /** The page on which the change was made. */
  page?: ChangePage | undefined
}

export type ChangeQueueEvent =
  | ({ type: 'change.requested' } & ChangeRequest)
  | { type: 'undo.requested' }
  | { type: 'redo.requested' }
  | { type: 'jump.requested'; to: string | null }
  | ({ type: 'history.resumed' } & RememberedHistory)
  | { type: 'change.recovered'; change: Change }

/** The event of a run that has ended. */
export type RunDone = { type: `xstate.done.actor.${string}`; output: ChangeOutcome }

/** Returns the id of the actor that carries out a request. */
export const runIdOf = (id: string) => `changeRun ${id}`
/** Returns the id of the request that a run has carried out. */
export const requestIdOf = ({ type }: RunDone) =>
  type.slice(`xstate.done.actor.${runIdOf('')}`.length)
