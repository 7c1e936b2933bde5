/** Collects changes that others make to the current page, and applies them when the user asks for it. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup, stateIn } from 'xstate'
import type { ChangePage, SaveResult } from '#content/change/types.ts'
import * as queue from '#content/page/update-queue.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Location } from '#content/navigation/location.ts'
import type { AssembledPage } from '#content/page/page.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { invokeAll } from '../invoke-all.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'
import { hubConnectionMachine } from './hub-connection.ts'

export type LiveUpdatesEvent =
  | ({ type: 'message.received' } & queue.HubMessage)
  /** The messages so far were for another user. */
  | { type: 'session.started' | 'session.ended' }
  | EmittedBy<'requestTracker'>
  | { type: 'page.requested'; location: Location }
  | { type: 'page.loaded'; page: AssembledPage }
  | { type: 'page.unloaded' }
  /** A change was saved in this browser, which outdates earlier messages about the resource. */
  | { type: 'change.saved'; saved: SaveResult }
  /** The same for one that was made on a page, which may be another one. */
  | { type: 'change.undone' | 'change.redone'; saved: SaveResult; page?: ChangePage | undefined }
  /** A change was refused in this browser, which now shows what is stored. */
  | { type: 'change.failed' | 'undo.failed' }
  | { type: 'resource.removed'; iri: Iri }
  | { type: 'update.requested' }

interface Context extends queue.UpdateQueue {
  hub: string | null
  lastEventId: string | null
}

const contextOf = ({ context }: { context: Context }) => context
/** Shows the pending updates on the page. */
const showPending = [{ type: 'applyUpdate', params: contextOf }, 'clearPending'] as const

export const liveUpdatesMachine = setup({
  types: {} as {
    /** The hub to connect to, and the page that was rendered. */
    input: { hub: string | null; lastEventId: string | null; page: AssembledPage | null }
    context: Context
    events: LiveUpdatesEvent
    children: { hubConnection: 'hubConnection' }
  },
  actors: {
    hubConnection: hubConnectionMachine,
    listener,
    /** Resolves with all updates that change something on the page, without versions that are shown already. */
    prepareUpdate: promiseEffect<queue.ResourceUpdate[], queue.UpdateBatch>(),
  },
  actions: {
    applyUpdate: actionEffect<{ pendingUpdates: queue.ResourceUpdate[] }>(),
    addMessage: assign(({ context }, message: queue.HubMessage) =>
      queue.addMessage(context, message),
    ),
    startBatch: assign(({ context }) => queue.startBatch(context)),
    cancelBatch: assign(({ context }) => queue.cancelBatch(context)),
    completeBatch: assign((_, { output }: { output: queue.ResourceUpdate[] }) =>
      queue.completeBatch(output),
    ),
    outdatePending: assign(({ context }) => queue.outdatePending(context)),
    clear: assign(queue.emptyUpdateQueue),
    setPage: assign(({ context }, { page }: { page: AssembledPage }) =>
      queue.setPage(context, page),
    ),
    clearPage: assign(queue.createUpdateQueue(null)),
    addSaved: assign(
      ({ context }, { saved, page }: { saved: SaveResult; page?: ChangePage | undefined }) =>
        queue.addSaved(context, saved, page),
    ),
    removeResource: assign(({ context }, { iri }: { iri: Iri }) =>
      queue.removeResource(context, iri),
    ),
    clearPending: assign(({ context }) => queue.clearPending(context)),
  },
  guards: {
    hasUnresolved: ({ context }) => queue.hasUnresolved(context),
    /** True when the pending updates need not be offered. */
    areUpdatesInvisible: ({ context }) => queue.areInvisible(context),
    hasPendingUpdates: ({ context }) => context.pendingUpdates.length > 0,
    isOtherPage: ({ context }, { location }: { location: Location }) =>
      location.path !== context.path,
    areRequestsIdle: stateIn({ requests: 'idle' }),
  },
  delays: {
    /** Collects messages that arrive together, such as those missed while offline, into one notice. */
    debounce: 250,
    /** Younger requests are likely to finish soon and go on when another page is requested. */
    minAgeToAbort: 1_000,
    /** The delay before messages that could not be resolved are tried again. */
    retryDelay: 5_000,
  },
}).createMachine({
  id: 'liveUpdates',
  meta: {
    guards: {
      hasUnresolved: 'There are messages whose resources were not read yet.',
      areUpdatesInvisible: 'The pending changes alter nothing that can be seen on the page.',
      hasPendingUpdates: 'There are changes that the user has not applied yet.',
      isOtherPage: 'The requested page is not the one that the changes are for.',
      areRequestsIdle: 'The page itself requests nothing.',
    },
  },
  context: ({ input: { hub, lastEventId, page } }) => ({
    hub,
    lastEventId,
    ...queue.createUpdateQueue(page),
  }),
  invoke: [
    listenTo<LiveUpdatesEvent>({
      hubConnection: ['message.received'],
      auth: ['session.started', 'session.ended'],
      requestTracker: ['requests.busy', 'requests.idle'],
      fetcher: ['page.loaded'],
      pageRequest: ['page.requested', 'page.unloaded'],
      changeQueue: [
        'change.saved',
        'change.undone',
        'change.redone',
        'change.failed',
        'undo.failed',
        'resource.removed',
      ],
    }),
    ...invokeAll({ hubConnection: hubConnectionMachine }, contextOf),
  ],
  type: 'parallel',
  states: {
    queue: {
      description: 'The changes by others, from the message about them until they are shown.',
      initial: 'idle',
      on: {
        'message.received': { actions: withEvent('addMessage') },
        'page.loaded': { target: '.idle', actions: withEvent('setPage') },
        'page.unloaded': { target: '.idle', actions: 'clearPage' },
        'session.started': { target: '.idle', actions: 'clear' },
        'session.ended': { target: '.idle', actions: 'clear' },
        'change.saved': { target: '.idle', actions: withEvent('addSaved') },
        'change.undone': { target: '.idle', actions: withEvent('addSaved') },
        'change.redone': { target: '.idle', actions: withEvent('addSaved') },
        'change.failed': { target: '.idle', actions: 'outdatePending' },
        'undo.failed': { target: '.idle', actions: 'outdatePending' },
        'resource.removed': {
          target: '.idle',
          actions: withEvent('removeResource'),
        },
        'update.requested': { guard: 'hasPendingUpdates', target: '.idle', actions: showPending },
      },
      states: {
        idle: {
          description:
            'All messages are dealt with; what the user has not asked for yet stays pending.',
          always: [
            { guard: 'areUpdatesInvisible', actions: showPending },
            { guard: 'hasUnresolved', target: 'debouncing' },
          ],
        },
        debouncing: {
          description: 'Waits for more messages, to offer them together.',
          after: { debounce: 'waitingForRequests' },
        },
        waitingForRequests: {
          description: 'Waits until the page itself requests nothing any more.',
          always: { guard: 'areRequestsIdle', target: 'resolving' },
        },
        resolving: {
          description: 'Reads what the messages are about.',
          entry: 'startBatch',
          invoke: {
            id: 'prepareUpdate',
            src: 'prepareUpdate',
            input: ({ context }) => queue.batchOf(context),
            onDone: [
              {
                guard: 'areRequestsIdle',
                target: 'idle',
                actions: withEvent('completeBatch'),
              },
              // The resolved update may be the change that is being saved.
              { target: 'waitingForRequests', actions: 'cancelBatch' },
            ],
            onError: { target: 'backingOff', actions: 'cancelBatch' },
          },
          initial: 'recent',
          states: {
            recent: {
              description: 'The reading has just begun, and goes on if another page is asked for.',
              after: { minAgeToAbort: 'overdue' },
            },
            overdue: {
              description:
                'The reading takes long, and is given up when another page is asked for.',
              on: {
                'page.requested': {
                  guard: withEvent('isOtherPage'),
                  target: '#liveUpdates.queue.backingOff',
                  actions: 'cancelBatch',
                },
              },
            },
          },
        },
        backingOff: {
          description: 'The reading has failed or was given up, and begins again after a while.',
          after: { retryDelay: 'waitingForRequests' },
        },
      },
    },
    requests: {
      description: 'Whether the page itself requests anything.',
      initial: 'idle',
      states: {
        idle: { description: 'No request is under way.', on: { 'requests.busy': 'busy' } },
        busy: {
          description: 'At least one request is under way.',
          on: { 'requests.idle': 'idle' },
        },
      },
    },
  },
})

export type LiveUpdatesRef = ActorRefFrom<typeof liveUpdatesMachine>
type Snapshot = SnapshotFrom<typeof liveUpdatesMachine>
/** True while there are updates that are not shown. */
export const hasUpdates = (snapshot: Snapshot) => snapshot.context.pendingUpdates.length > 0
