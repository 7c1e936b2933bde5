/**
 * What a reader does without at first: loaded once the page is there and the browser has nothing to do. It begins with
 * what has become of the page by then, so it hears from the start what its actors will have to know.
 */
import {
  type ActorRefFrom,
  type SnapshotFrom,
  assign,
  emit,
  enqueueActions,
  sendTo,
  setup,
} from 'xstate'
import type { ShownPage } from '#content/page.ts'
import type { ComfortEmitted, comfortMachine } from './comfort.ts'
import { loaded, promised } from './effects.ts'
import type { LiveEvent, liveMachine } from './live.ts'
import { relay } from './relay.ts'

/** The actors that come after the page, each under its name. */
export interface Later {
  live: typeof liveMachine
  comfort: typeof comfortMachine
}

export type LaterEvent =
  | LiveEvent
  | ComfortEmitted
  /** The browser has taken the page over and is idle. */
  | { type: 'page.idle' }

export type LaterEmitted = Extract<ComfortEmitted, { type: 'site.reached' }>

interface Known {
  hub: string | null
  /** The hub's newest event when the page was made. */
  lastEventId: string | null
  /** The page that is shown. */
  page: ShownPage | null
  /** Requests are on their way. */
  isBusy: boolean
}

export const laterMachine = setup({
  types: {} as {
    input: Omit<Known, 'isBusy'>
    context: Known
    events: LaterEvent
    emitted: LaterEmitted
    children: { [Id in keyof Later]: Id }
  },
  actors: {
    live: loaded<Later['live']>('live'),
    comfort: loaded<Later['comfort']>('comfort'),
    loadLater: promised<Later>('loadLater'),
    relay,
  },
  actions: { passToLive: sendTo('live', ({ event }) => event as LiveEvent) },
  delays: {
    /** Until it is asked for again when it could not be had. */
    retryDelay: 5_000,
  },
}).createMachine({
  id: 'later',
  context: ({ input: { hub, lastEventId, page } }) => ({ hub, lastEventId, page, isBusy: false }),
  initial: 'waiting',
  on: {
    'hub.found': { actions: assign({ hub: ({ event }) => event.url }) },
    'page.settled': { actions: assign({ page: ({ event }) => event.page }) },
    'page.left': { actions: assign({ page: null }) },
    'requests.busy': { actions: assign({ isBusy: true }) },
    'requests.idle': { actions: assign({ isBusy: false }) },
  },
  states: {
    waiting: { on: { 'page.idle': 'loading' } },
    loading: {
      invoke: {
        id: 'loadLater',
        src: 'loadLater',
        onDone: {
          target: 'present',
          // XState heeds the id of a logic that is given itself, though its types would have none.
          actions: enqueueActions(({ enqueue, context, event: { output } }) => {
            enqueue.spawnChild(output.live, {
              id: 'live' as never,
              systemId: 'live',
              input: context,
            })
            if (context.isBusy) enqueue.sendTo('live', { type: 'requests.busy' })
            enqueue.spawnChild(output.comfort, { id: 'comfort' as never, systemId: 'comfort' })
            enqueue.spawnChild('relay', { input: { from: 'comfort' } })
          }),
        },
        onError: 'retrying',
      },
    },
    retrying: { after: { retryDelay: 'loading' } },
    present: {
      on: {
        'hub.found': { actions: 'passToLive' },
        'network.returned': { actions: 'passToLive' },
        'session.changed': { actions: 'passToLive' },
        'page.settled': { actions: 'passToLive' },
        'page.left': { actions: 'passToLive' },
        'requests.*': { actions: 'passToLive' },
        'change.saved': { actions: 'passToLive' },
        'resource.removed': { actions: 'passToLive' },
        'site.reached': { actions: emit(({ event }) => event) },
      },
    },
  },
})

export type LaterRef = ActorRefFrom<typeof laterMachine>
type Snapshot = SnapshotFrom<typeof laterMachine>
export const selectLive = (snapshot: Snapshot) => snapshot.children.live
export const selectComfort = (snapshot: Snapshot) => snapshot.children.comfort
