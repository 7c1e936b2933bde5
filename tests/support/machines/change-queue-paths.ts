import type { ChangeOutcome } from '#content/change/change-outcome.ts'
import { emptyIdentityMap } from '#content/change/undo/identity-map.ts'
import type { Intent } from '#content/change/types.ts'
import type { Iri } from '#content/model/iri.ts'
import { changeQueueMachine } from '#machines/editing/changes/change-queue.ts'
import { pathsOf } from '#charts/paths/paths.ts'

interface Samples {
  /** The change that is requested. */
  intent: Intent
  conflictKey: Iri
  done: ChangeOutcome
  failed: ChangeOutcome
}

/** Returns the paths of the change queue, with samples of a change and of its outcomes. */
export const changeQueuePaths = ({ intent, conflictKey, done, failed }: Samples) =>
  pathsOf(changeQueueMachine, {
    input: undefined,
    events: [
      { type: 'change.requested', id: '1', intent, conflictKeys: [conflictKey] },
      { type: 'undo.requested' },
      { type: 'redo.requested' },
      { type: 'jump.requested', to: null },
      { type: 'jump.requested', to: done.change!.id },
      { type: 'change.recovered', change: { ...done.change!, irreversible: 'Done.' } },
      {
        type: 'history.resumed',
        history: { undoStack: [done.change!], redoStack: [] },
        identities: emptyIdentityMap,
      },
      { type: 'xstate.done.actor.changeRun 1', output: done },
      { type: 'xstate.done.actor.changeRun 1', output: failed },
      { type: 'xstate.done.actor.undo', output: done },
      { type: 'xstate.done.actor.undo', output: failed },
      { type: 'xstate.done.actor.redo', output: done },
      { type: 'xstate.done.actor.redo', output: failed },
    ],
    // History and queue grow without bound, so only their first entries tell states apart.
    distinguishBy: ({ queue, history, historyRequests }) => [
      Math.min(queue.length, 2),
      history.undoStack.length > 0,
      history.redoStack.length > 0,
      historyRequests[0] ?? null,
    ],
  })
