/** Counts pending requests, for the progress bar and for live updates, which wait until none is pending. */
import { type ActorRefFrom, type SnapshotFrom, assign, emit, setup } from 'xstate'
import type { EmittedBy } from '../emitted-events.ts'
import { withEvent } from '../with-event.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    requestTracker: { type: 'requests.busy' } | { type: 'requests.idle' }
  }
}

export type RequestTrackerEvent =
  { type: 'request.started'; id: string } | { type: 'request.finished'; id: string }

export const requestTrackerMachine = setup({
  types: {} as {
    context: {
      pending: string[]
      /** The number of requests since none was pending. */
      total: number
    }
    events: RequestTrackerEvent
    emitted: EmittedBy<'requestTracker'>
  },
  actions: {
    add: assign(({ context }, { id }: { id: string }) => ({
      pending: [...context.pending, id],
      total: context.total + 1,
    })),
    remove: assign(({ context }, { id }: { id: string }) => ({
      pending: context.pending.filter((other) => other !== id),
    })),
    clear: assign({ pending: [], total: 0 }),
    emitBusy: emit({ type: 'requests.busy' }),
    emitIdle: emit({ type: 'requests.idle' }),
  },
  guards: {
    isPending: ({ context }, { id }: { id: string }) => context.pending.includes(id),
    isLast: ({ context }, { id }: { id: string }) =>
      context.pending.length === 1 && context.pending[0] === id,
  },
}).createMachine({
  id: 'requestTracker',
  meta: {
    guards: {
      isPending: 'The request is one of those under way.',
      isLast: 'The request is the only one under way.',
    },
  },
  context: { pending: [], total: 0 },
  initial: 'idle',
  states: {
    idle: {
      description: 'No request is under way.',
      on: {
        'request.started': {
          target: 'pending',
          actions: [withEvent('add'), 'emitBusy'],
        },
      },
    },
    pending: {
      description: 'At least one request is under way.',
      on: {
        'request.started': {
          actions: withEvent('add'),
        },
        'request.finished': [
          {
            guard: withEvent('isLast'),
            target: 'idle',
            actions: ['clear', 'emitIdle'],
          },
          {
            guard: withEvent('isPending'),
            actions: withEvent('remove'),
          },
        ],
      },
    },
  },
})

export type RequestTrackerRef = ActorRefFrom<typeof requestTrackerMachine>
type Snapshot = SnapshotFrom<typeof requestTrackerMachine>
export const isPending = (snapshot: Snapshot) => snapshot.matches('pending')
/** Returns the finished share of the requests in percent; 100 while none is pending. */
export const selectPercent = ({ context: { pending, total } }: Snapshot) =>
  total === 0 ? 100 : Math.round(((total - pending.length) / total) * 100)
