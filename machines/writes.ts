/** All that is written: changes that have nothing in common at once, the others in turn; and the log of undo and redo. */
import { type ActorRefFrom, type SnapshotFrom, assign, enqueueActions, setup } from 'xstate'
import type { Intent, Saved } from '#content/change.ts'
import {
  type ChangeLog,
  emptyLog,
  halfUndone,
  logged,
  redone,
  undone,
} from '#content/change-log.ts'
import type { Failure } from '#content/failure.ts'
import type { Iri } from '#content/iri.ts'
import { type Ledger, emptyLedger, together } from '#content/ledger.ts'
import { type WriteOutput, writeMachine } from './write.ts'

export interface ChangeRequest {
  id: string
  intent: Intent
  /** What it may not overtake or be overtaken on. */
  lines: readonly Iri[]
}

export type WritesEvent =
  | ({ type: 'change.requested' } & ChangeRequest)
  | { type: 'undo.requested' }
  | { type: 'redo.requested' }

type Ended = { type: `xstate.done.actor.${string}`; output: WriteOutput }

export type WritesEmitted =
  | { type: 'change.saved'; id: string; intent: Intent; saved: Saved }
  | { type: 'change.failed'; id: string; intent: Intent; failure: Failure }
  | { type: 'change.undone'; intent: Intent; saved: Saved }
  | { type: 'change.redone'; intent: Intent; saved: Saved }
  /** Undo or redo was refused; what is left of it can be tried again. */
  | { type: 'change.kept'; failure: Failure }
  | { type: 'iri.replaced'; from: Iri; to: Iri }
  | { type: 'resource.removed'; iri: Iri }

type Direction = 'undo' | 'redo'

interface Context {
  /** In the order in which they were meant; those on their way among them. */
  queue: readonly ChangeRequest[]
  /** Their ids. */
  sent: readonly string[]
  log: ChangeLog
  ledger: Ledger
  /** Wished while something was being sent: that comes first, it may be what is to be taken back. */
  wishes: readonly Direction[]
}

const idOf = (id: string) => `write ${id}`
const requestIdOf = ({ type }: Ended) => type.slice(`xstate.done.actor.${idOf('')}`.length)

const haveInCommon = (one: ChangeRequest, other: ChangeRequest) =>
  one.lines.some((line) => other.lines.includes(line))

/** Nothing that was meant before it is about the same. */
const sendable = ({ queue, sent }: Context) =>
  queue.filter(
    (request, index) =>
      !sent.includes(request.id) &&
      !queue.slice(0, index).some((earlier) => haveInCommon(earlier, request)),
  )

/** What waits is about what there is by then. */
const readdressed = (request: ChangeRequest, replaced: WriteOutput['replaced']): ChangeRequest => {
  const { intent } = request
  if (!('iri' in intent)) return request
  const iri = replaced.reduce((now, { from, to }) => (now === from ? to : now), intent.iri)
  return { ...request, intent: { ...intent, iri } }
}

const writes = setup({
  types: {} as {
    context: Context
    events: WritesEvent | Ended
    emitted: WritesEmitted
    tags: 'busy'
  },
  actors: { write: writeMachine },
  actions: {
    enqueue: assign(({ context: { queue } }, { id, intent, lines }: ChangeRequest) => ({
      queue: [...queue, { id, intent, lines }],
    })),
    send: enqueueActions(({ context, enqueue }) => {
      const { sent, ledger } = context
      const next = sendable(context)
      for (const { id, intent } of next)
        enqueue.spawnChild('write', {
          id: idOf(id),
          input: { job: { kind: 'make', id, intent }, ledger },
        })
      enqueue.assign({ sent: [...sent, ...next.map(({ id }) => id)] })
    }),
    /** How things are called and what is gone, whether all of it went well or not. */
    tell: enqueueActions(({ context, enqueue }, output: WriteOutput) => {
      enqueue.assign({ ledger: together(context.ledger, output.ledger) })
      for (const pair of output.replaced) enqueue.emit({ type: 'iri.replaced', ...pair })
      for (const iri of output.removed) enqueue.emit({ type: 'resource.removed', iri })
    }),
    settle: enqueueActions(
      ({ context, enqueue }, { id, output }: { id: string; output: WriteOutput }) => {
        const { failure, saved, change, replaced } = output
        const { intent } = context.queue.find((request) => request.id === id)!
        const queue = context.queue.filter((request) => request.id !== id)
        enqueue.stopChild(idOf(id))
        enqueue.assign({
          queue: queue.map((request) => readdressed(request, replaced)),
          sent: context.sent.filter((other) => other !== id),
          ...(change && !failure && { log: logged(context.log, change) }),
        })
        if (failure) enqueue.emit({ type: 'change.failed', id, intent, failure })
        else enqueue.emit({ type: 'change.saved', id, intent, saved })
      },
    ),
    travel: enqueueActions(
      (
        { context: { log }, enqueue },
        { output, direction }: { output: WriteOutput; direction: Direction },
      ) => {
        const { failure, saved, steps, change } = output
        const isBack = direction === 'undo'
        if (failure) {
          if (isBack) enqueue.assign({ log: halfUndone(log, steps) })
          enqueue.emit({ type: 'change.kept', failure })
        } else {
          enqueue.assign({ log: isBack ? undone(log) : redone(log) })
          const type = isBack ? 'change.undone' : 'change.redone'
          enqueue.emit({ type, intent: change!.intent, saved })
        }
      },
    ),
    wish: assign(({ context }, { direction }: { direction: Direction }) => ({
      wishes: [...context.wishes, direction],
    })),
    forgetWish: assign(({ context }) => ({ wishes: context.wishes.slice(1) })),
  },
  guards: {
    isSent: ({ context }, { id }: { id: string }) => context.sent.includes(id),
    isEmpty: ({ context }) => context.queue.length === 0,
    hasQueue: ({ context }) => context.queue.length > 0,
    wishesUndo: ({ context: { wishes, log } }) => wishes[0] === 'undo' && log.done.length > 0,
    wishesRedo: ({ context: { wishes, log } }) => wishes[0] === 'redo' && log.undone.length > 0,
    wishesInVain: ({ context }) => context.wishes.length > 0,
  },
})

/** Sends the inverse of the last change, or the last that was taken back once more. */
const travelling = (direction: Direction) =>
  writes.createStateConfig({
    tags: 'busy',
    invoke: {
      id: direction,
      src: 'write',
      input: ({ context: { log, ledger } }) => {
        const [change] = (direction === 'undo' ? log.done : log.undone).slice(-1)
        return { job: { kind: direction, change: change! }, ledger }
      },
      onDone: {
        target: 'idle',
        actions: [
          { type: 'tell', params: ({ event }) => event.output },
          { type: 'travel', params: ({ event }) => ({ output: event.output, direction }) },
        ],
      },
    },
  })

export const writesMachine = writes.createMachine({
  id: 'writes',
  context: { queue: [], sent: [], log: emptyLog, ledger: emptyLedger, wishes: [] },
  initial: 'idle',
  on: {
    'change.requested': { actions: { type: 'enqueue', params: ({ event }) => event } },
    'undo.requested': { actions: { type: 'wish', params: { direction: 'undo' } } },
    'redo.requested': { actions: { type: 'wish', params: { direction: 'redo' } } },
  },
  states: {
    idle: {
      always: [
        { guard: 'hasQueue', target: 'sending' },
        { guard: 'wishesUndo', target: 'undoing', actions: 'forgetWish' },
        { guard: 'wishesRedo', target: 'redoing', actions: 'forgetWish' },
        { guard: 'wishesInVain', actions: 'forgetWish' },
      ],
    },
    sending: {
      tags: 'busy',
      entry: 'send',
      always: { guard: 'isEmpty', target: 'idle' },
      on: {
        'change.requested': {
          actions: [{ type: 'enqueue', params: ({ event }) => event }, 'send'],
        },
        'xstate.done.actor.*': {
          guard: { type: 'isSent', params: ({ event }) => ({ id: requestIdOf(event) }) },
          actions: [
            { type: 'tell', params: ({ event }) => event.output },
            {
              type: 'settle',
              params: ({ event }) => ({ id: requestIdOf(event), output: event.output }),
            },
            'send',
          ],
        },
      },
    },
    undoing: travelling('undo'),
    redoing: travelling('redo'),
  },
})

export type WritesRef = ActorRefFrom<typeof writesMachine>
type Snapshot = SnapshotFrom<typeof writesMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
/** What is on its way can be taken back as soon as it is there. */
export const canUndo = ({ context: { log, queue } }: Snapshot) =>
  log.done.length > 0 || queue.length > 0
export const canRedo = ({ context: { log, queue } }: Snapshot) =>
  log.undone.length > 0 && queue.length === 0
/** How many changes are not on the server yet. */
export const selectPending = ({ context }: Snapshot) => context.queue.length
