/**
 * Queues all changes: independent ones are sent in parallel, conflicting ones in order. Keeps the history for undo and
 * redo.
 */
import {
  type ActorRefFrom,
  type SnapshotFrom,
  assign,
  emit,
  enqueueActions,
  not,
  setup,
} from 'xstate'
import type { ChangeOutcome } from '#content/change/change-outcome.ts'
import {
  type ChangeQueue,
  type ChangeRequest,
  type HistoryRun,
  type RequestRun,
  afterHistoryRun,
  afterRun,
  canRunNext,
  emptyChangeQueue,
  knownHistory,
  findRequest,
  unblockedRequests,
} from '#content/change/change-queue.ts'
import { failedRun, completedRun, refusedRun, savedRun } from '#content/change/run-reports.ts'
import { type Direction, lastChange } from '#content/change/undo/undo-history.ts'
import type { RememberedHistory } from '#content/change/undo/remembered-history.ts'
import { directionsTo } from '#content/change/undo/history-states.ts'
import type { Change, Step } from '#content/change/types.ts'
import { mergeIdentityMaps } from '#content/change/undo/identity-map.ts'
import type { EmittedBy } from '../../emitted-events.ts'
import { listenTo, listener } from '../../actor-listener.ts'
import { withEvent } from '../../with-event.ts'
import { type ChangeQueueEvent, type RunDone, requestIdOf, runIdOf } from './change-queue-events.ts'
import { changeRunMachine } from './change-run.ts'

const addRequest = {
  type: 'enqueue',
  params: ({ event: { type: _, ...request } }: { event: ChangeRequest & { type: string } }) =>
    request,
} as const

const changeQueue = setup({
  types: {} as {
    context: ChangeQueue
    events: ChangeQueueEvent | RunDone
    emitted: EmittedBy<'changeQueue'>
    tags: 'busy'
  },
  actors: { changeRun: changeRunMachine, listener },
  actions: {
    enqueue: assign(({ context: { queue } }, request: ChangeRequest) => ({
      queue: [...queue, request],
    })),
    startRuns: enqueueActions(({ context, enqueue }) => {
      const { inFlight, identities } = context
      const next = unblockedRequests(context)
      for (const { id, intent } of next) {
        const input = { job: { kind: 'apply' as const, id, intent }, identities }
        enqueue.emit({ type: 'change.started', intent })
        enqueue.spawnChild('changeRun', { id: runIdOf(id), input })
      }
      enqueue.assign({ inFlight: [...inFlight, ...next.map(({ id }) => id)] })
    }),
    /** Applies what a run has learned of IRIs, ETags and deletions, whether it succeeded or failed. */
    mergeOutput: enqueueActions(({ context, enqueue }, output: ChangeOutcome) => {
      enqueue.assign({ identities: mergeIdentityMaps(context.identities, output.identities) })
      for (const pair of output.replacements) enqueue.emit({ type: 'iri.replaced', ...pair })
      for (const iri of output.removed) enqueue.emit({ type: 'resource.removed', iri })
    }),
    completeRequest: enqueueActions(({ context, enqueue }, { id, output }: RequestRun) => {
      const { failure } = output
      const { intent } = findRequest(context, id)
      enqueue.stopChild(runIdOf(id))
      enqueue.assign(afterRun(context, id, output))
      if (failure)
        enqueue.emit({ type: 'change.failed', id, intent, failure, ...refusedRun(output) })
      else enqueue.emit({ type: 'change.saved', id, intent, ...savedRun(output) })
    }),
    completeHistory: enqueueActions(({ context, enqueue }, run: HistoryRun) => {
      const { failure } = run.output
      const type = run.direction === 'undo' ? 'change.undone' : 'change.redone'
      const { historyRequests: given } = context
      enqueue.assign(afterHistoryRun(context, run))
      if (failure) enqueue.emit({ type: 'undo.failed', ...failedRun(run), failure, given })
      else enqueue.emit({ type, ...completedRun(run) })
    }),
    emitHistoryStarted: emit({ type: 'change.started', intent: null }),
    /** Leaves out the change that is being undone or redone, whose outcome is not known yet. */
    emitHistoryChanged: emit(({ context }, { running }: { running: Direction | null }) => ({
      type: 'history.changed' as const,
      ...knownHistory(context, running),
    })),
    resumeHistory: assign((_, { history, identities }: RememberedHistory) => ({
      history,
      identities,
    })),
    /** Those before it would be refused, as after a change by somebody else. */
    setHistoryToRecovered: assign((_, { change }: { change: Change }) => ({
      history: { undoStack: [change], redoStack: [] },
    })),
    enqueueHistoryRequest: assign(({ context }, { direction }: { direction: Direction }) => ({
      historyRequests: [...context.historyRequests, direction],
    })),
    enqueueJump: assign(({ context: { history } }, { to }: { to: string | null }) => ({
      historyRequests: directionsTo(history, to),
    })),
    emitExhausted: emit(({ context }) => ({
      type: 'history.exhausted' as const,
      direction: context.historyRequests[0]!,
    })),
    clearHistoryRequests: assign({ historyRequests: [] }),
    dequeueHistoryRequest: assign(({ context }) => ({
      historyRequests: context.historyRequests.slice(1),
    })),
  },
  guards: {
    isInFlight: ({ context }, { id }: { id: string }) => context.inFlight.includes(id),
    hasQueue: ({ context }) => context.queue.length > 0,
    canUndoNext: ({ context }) => canRunNext(context, 'undo'),
    canRedoNext: ({ context }) => canRunNext(context, 'redo'),
    hasHistoryRequest: ({ context }) => context.historyRequests.length > 0,
  },
})

/** Sends the inverse of the last change for an undo, or the last undone change for a redo. */
const runningHistory = (direction: Direction) =>
  changeQueue.createStateConfig({
    tags: 'busy',
    entry: ['emitHistoryStarted', { type: 'emitHistoryChanged', params: { running: direction } }],
    invoke: {
      id: direction,
      src: 'changeRun',
      input: ({ context: { history, identities } }) => {
        const change = lastChange(history, direction)!
        return { job: { kind: direction, change }, identities }
      },
      onDone: {
        target: 'idle',
        actions: [
          { type: 'mergeOutput', params: ({ event }) => event.output },
          { type: 'completeHistory', params: ({ event }) => ({ output: event.output, direction }) },
          { type: 'emitHistoryChanged', params: { running: null } },
        ],
      },
    },
    on: {
      // The undos that still wait were requested before this change, and would undo it instead.
      'change.requested': {
        actions: [addRequest, 'clearHistoryRequests'],
      },
    },
  })

export const changeQueueMachine = changeQueue.createMachine({
  id: 'changeQueue',
  meta: {
    guards: {
      isInFlight: 'The change that has ended is one of those that were being sent.',
      hasQueue: 'Changes wait or are being sent.',
      canUndoNext: 'An undo is asked for next, and there is something to undo.',
      canRedoNext: 'A redo is asked for next, and there is something to redo.',
      hasHistoryRequest: 'An undo or a redo is asked for.',
    },
  },
  context: emptyChangeQueue,
  invoke: listenTo<ChangeQueueEvent>({
    pendingAction: ['undo.requested', 'redo.requested', 'jump.requested'],
    historyMemory: ['history.resumed'],
    waitingActions: ['change.recovered'],
  }),
  initial: 'idle',
  on: {
    'history.resumed': { actions: withEvent('resumeHistory') },
    'change.recovered': {
      actions: [
        withEvent('setHistoryToRecovered'),
        { type: 'emitHistoryChanged', params: { running: null } },
      ],
    },
    'change.requested': { actions: addRequest },
    'undo.requested': { actions: { type: 'enqueueHistoryRequest', params: { direction: 'undo' } } },
    'redo.requested': { actions: { type: 'enqueueHistoryRequest', params: { direction: 'redo' } } },
  },
  states: {
    idle: {
      description: 'No change is being sent.',
      // While something is sent, the chosen state is no longer the one that the list showed.
      on: { 'jump.requested': { actions: withEvent('enqueueJump') } },
      always: [
        { guard: 'hasQueue', target: 'sending' },
        { guard: 'canUndoNext', target: 'undoing', actions: 'dequeueHistoryRequest' },
        { guard: 'canRedoNext', target: 'redoing', actions: 'dequeueHistoryRequest' },
        { guard: 'hasHistoryRequest', actions: ['emitExhausted', 'dequeueHistoryRequest'] },
      ],
    },
    sending: {
      description: 'Changes are being sent, side by side where they do not touch the same.',
      tags: 'busy',
      entry: 'startRuns',
      always: { guard: not('hasQueue'), target: 'idle' },
      on: {
        'change.requested': {
          actions: [addRequest, 'startRuns'],
        },
        'xstate.done.actor.*': {
          guard: { type: 'isInFlight', params: ({ event }) => ({ id: requestIdOf(event) }) },
          actions: [
            { type: 'mergeOutput', params: ({ event }) => event.output },
            {
              type: 'completeRequest',
              params: ({ event }) => ({ id: requestIdOf(event), output: event.output }),
            },
            { type: 'emitHistoryChanged', params: { running: null } },
            'startRuns',
          ],
        },
      },
    },
    undoing: { description: 'The last change is being undone.', ...runningHistory('undo') },
    redoing: {
      description: 'The change that was undone last is being made again.',
      ...runningHistory('redo'),
    },
  },
})

export type ChangeQueueRef = ActorRefFrom<typeof changeQueueMachine>
type Snapshot = SnapshotFrom<typeof changeQueueMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
/** True when there is a change to undo. A change in flight counts: the undo waits for it. */
export const canUndo = ({ context: { history, queue } }: Snapshot) =>
  history.undoStack.length > 0 || queue.length > 0
export const canRedo = ({ context: { history, queue } }: Snapshot) =>
  history.redoStack.length > 0 && queue.length === 0
/** Returns whether a change is being undone or redone; null while none is. */
export const selectRunning = (snapshot: Snapshot): Direction | null => {
  if (snapshot.matches('undoing')) return 'undo'
  return snapshot.matches('redoing') ? 'redo' : null
}
/** Returns the changes that are not saved yet, in the order in which they were requested. */
export const selectQueue = ({ context }: Snapshot) => context.queue
/** Returns the ids of the changes that are being sent. */
export const selectInFlight = ({ context }: Snapshot) => context.inFlight
export const selectHistory = ({ context }: Snapshot) => context.history
const noSteps: readonly Step[] = []
/** Returns the requests of the change that is being undone; none while there is no such change. */
export const selectUndoSteps = (snapshot: Snapshot): readonly Step[] =>
  (snapshot.matches('undoing') && lastChange(selectHistory(snapshot), 'undo')?.inverse) || noSteps
