/** Collects changes that others make to the current page, and applies them when the user asks for it. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup, stateIn } from 'xstate'
import type { SaveResult } from '#content/change/types.ts'
import type { Iri } from '#content/model/iri.ts'
import type { AssembledPage } from '#content/page/page.ts'
import type { Versioned } from '#content/model/resource.ts'
import { actionEffect, promiseEffect } from '../effects.ts'
import type { EmittedBy, Message } from '../emitted-events.ts'
import { listenTo, listener } from '../listener.ts'
import { hubConnectionMachine } from './hub-connection.ts'

/** A newer version of a resource, or null if it was deleted. */
export interface ResourceUpdate {
  iri: Iri
  item: Versioned | null
}

export type LiveUpdatesEvent =
  | ({ type: 'message.received' } & Message)
  /** The messages so far were for another user. */
  | { type: 'session.started' }
  | { type: 'session.ended' }
  | EmittedBy<'requestTracker'>
  | { type: 'page.loaded'; page: AssembledPage }
  | { type: 'page.unloaded' }
  /** A change was saved in this browser, which outdates earlier messages about the resource. */
  | { type: 'change.saved'; saved: SaveResult }
  | { type: 'change.undone'; saved: SaveResult }
  | { type: 'change.redone'; saved: SaveResult }
  | { type: 'resource.removed'; iri: Iri }
  | { type: 'update.requested' }

interface Context {
  hub: string | null
  lastEventId: string | null
  /** The IRIs of the current page. */
  current: Iri[]
  /** Messages to be resolved, the latest of each resource. */
  messages: Message[]
  /** Messages that are being resolved. */
  batch: Message[]
  /** Resolved updates that differ from what is shown. */
  pendingUpdates: ResourceUpdate[]
}

const iriOf = (item: Message | ResourceUpdate): Iri =>
  'data' in item ? item.data['@id'] : item.iri

const latestPerResource = (messages: Message[]) =>
  messages.filter(
    (message, index) =>
      !messages
        .slice(index + 1)
        .map(iriOf)
        .includes(iriOf(message)),
  )

const without = <Item extends Message | ResourceUpdate>(all: Item[], iris: (Iri | undefined)[]) =>
  all.filter((item) => !iris.includes(iriOf(item)))

/** Returns the IRIs of the current page and of its pending updates. */
const watchedIris = ({ current, pendingUpdates }: Context) => [
  ...new Set([...current, ...pendingUpdates.map(iriOf)]),
]

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
    /**
     * Resolves with the updates that change something on the page. Leaves out other resources and versions that are
     * shown already.
     */
    prepareUpdate: promiseEffect<ResourceUpdate[], { messages: Message[]; current: Iri[] }>(
      'prepareUpdate',
    ),
  },
  actions: {
    applyUpdate: actionEffect<{ pendingUpdates: ResourceUpdate[] }>('applyUpdate'),
    requeue: assign(({ context: { batch, messages } }) => ({
      batch: [],
      messages: latestPerResource([...batch, ...messages]),
    })),
    clear: assign({ messages: [], batch: [], pendingUpdates: [] }),
    enqueue: assign(({ context }, { id, data }: Message) => ({
      messages: latestPerResource([...context.messages, { id, data }]),
    })),
    setPage: assign((_, { page }: { page: AssembledPage }) => ({
      current: page.resources,
      pendingUpdates: [],
    })),
    clearPage: assign({ current: [] }),
    /** Removes updates of a resource that was saved in this browser, and watches it from now on. */
    addSaved: assign(
      ({ context: { current, pendingUpdates } }, { saved }: { saved: SaveResult }) => {
        const iri = saved.resource?.['@id']
        return {
          pendingUpdates: without(pendingUpdates, [iri, saved.replaced?.from]),
          current: iri ? [...new Set([...current, iri])] : current,
        }
      },
    ),
    removeResource: assign(
      ({ context: { current, messages, pendingUpdates } }, { iri }: { iri: Iri }) => ({
        messages: without(messages, [iri]),
        pendingUpdates: without(pendingUpdates, [iri]),
        current: current.filter((other) => other !== iri),
      }),
    ),
    clearPending: assign(({ context }) => ({
      current: watchedIris(context),
      pendingUpdates: [],
    })),
    startBatch: assign(({ context }) => ({ batch: context.messages, messages: [] })),
    completeBatch: assign(
      ({ context: { batch, pendingUpdates } }, { output }: { output: ResourceUpdate[] }) => ({
        batch: [],
        pendingUpdates: [
          ...without(pendingUpdates, [...batch.map(iriOf), ...output.map(iriOf)]),
          ...output,
        ],
      }),
    ),
  },
  guards: {
    hasMessages: ({ context }) => context.messages.length > 0,
    hasPendingUpdates: ({ context }) => context.pendingUpdates.length > 0,
    areRequestsIdle: stateIn({ requests: 'idle' }),
  },
  delays: {
    /** Collects messages that arrive together, such as those missed while offline, into one notice. */
    debounce: 250,
    /** The delay before messages that could not be resolved are tried again. */
    retryDelay: 5_000,
  },
}).createMachine({
  id: 'liveUpdates',
  context: ({ input: { hub, lastEventId, page } }) => ({
    hub,
    lastEventId,
    current: page?.resources ?? [],
    messages: [],
    batch: [],
    pendingUpdates: [],
  }),
  invoke: [
    {
      src: 'listener',
      input: listenTo<LiveUpdatesEvent>({
        hubConnection: ['message.received'],
        auth: ['session.started', 'session.ended'],
        requestTracker: ['requests.busy', 'requests.idle'],
        fetcher: ['page.loaded'],
        navigation: ['page.unloaded'],
        changeQueue: ['change.saved', 'change.undone', 'change.redone', 'resource.removed'],
      }),
    },
    {
      id: 'hubConnection',
      systemId: 'hubConnection',
      src: 'hubConnection',
      input: ({ context }) => context,
    },
  ],
  type: 'parallel',
  states: {
    queue: {
      initial: 'idle',
      on: {
        'message.received': {
          actions: { type: 'enqueue', params: ({ event }) => event },
        },
        'page.loaded': {
          target: '.idle',
          actions: ['requeue', { type: 'setPage', params: ({ event }) => event }],
        },
        'page.unloaded': { target: '.idle', actions: ['clear', 'clearPage'] },
        'session.started': { target: '.idle', actions: 'clear' },
        'session.ended': { target: '.idle', actions: 'clear' },
        'change.saved': { actions: { type: 'addSaved', params: ({ event }) => event } },
        'change.undone': { actions: { type: 'addSaved', params: ({ event }) => event } },
        'change.redone': { actions: { type: 'addSaved', params: ({ event }) => event } },
        // Earlier messages about a deleted resource would be resolved in vain.
        'resource.removed': {
          target: '.idle',
          actions: ['requeue', { type: 'removeResource', params: ({ event }) => event }],
        },
        'update.requested': {
          guard: 'hasPendingUpdates',
          actions: [
            {
              type: 'applyUpdate',
              params: ({ context: { pendingUpdates } }) => ({ pendingUpdates }),
            },
            'clearPending',
          ],
        },
      },
      states: {
        idle: { always: { guard: 'hasMessages', target: 'debouncing' } },
        debouncing: { after: { debounce: 'waitingForRequests' } },
        waitingForRequests: { always: { guard: 'areRequestsIdle', target: 'resolving' } },
        resolving: {
          entry: 'startBatch',
          invoke: {
            id: 'prepareUpdate',
            src: 'prepareUpdate',
            input: ({ context }) => ({ messages: context.batch, current: watchedIris(context) }),
            onDone: {
              target: 'idle',
              actions: { type: 'completeBatch', params: ({ event }) => event },
            },
            onError: { target: 'backingOff', actions: 'requeue' },
          },
        },
        backingOff: { after: { retryDelay: 'waitingForRequests' } },
      },
    },
    requests: {
      initial: 'idle',
      states: {
        idle: { on: { 'requests.busy': 'busy' } },
        busy: { on: { 'requests.idle': 'idle' } },
      },
    },
  },
})

export type LiveUpdatesRef = ActorRefFrom<typeof liveUpdatesMachine>
type Snapshot = SnapshotFrom<typeof liveUpdatesMachine>
/** True while there are updates that are not shown. */
export const hasUpdates = (snapshot: Snapshot) => snapshot.context.pendingUpdates.length > 0
