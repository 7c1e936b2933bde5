/** Collects changes that others make to the current page, and applies them when the user asks for it. */
import { type ActorRefFrom, type SnapshotFrom, assign, sendTo, setup, stateIn } from 'xstate'
import type { SaveResult } from '#content/change/types.ts'
import type { Iri } from '#content/model/iri.ts'
import type { AssembledPage } from '#content/page/page.ts'
import type { Versioned } from '#content/model/resource.ts'
import {
  type HubConnectionEmitted,
  type HubConnectionEvent,
  type Message,
  hubConnectionMachine,
} from './hub-connection.ts'
import { actionEffect, promiseEffect } from '../effects.ts'
import { relay } from '../relay.ts'

/** A newer version of a resource, or null if it was deleted. */
export interface ResourceUpdate {
  iri: Iri
  item: Versioned | null
}

export type LiveUpdatesEvent =
  | HubConnectionEvent
  | HubConnectionEmitted
  | { type: 'requests.busy' }
  | { type: 'requests.idle' }
  | { type: 'page.loaded'; page: AssembledPage }
  | { type: 'page.unloaded' }
  /** A change was saved in this browser, which outdates earlier messages about the resource. */
  | { type: 'change.saved'; saved: SaveResult }
  | { type: 'resource.removed'; iri: Iri }
  | { type: 'update.requested' }

interface Context {
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
    context: Context & { hub: string | null; lastEventId: string | null }
    events: LiveUpdatesEvent
    children: { hubConnection: 'hubConnection' }
  },
  actors: {
    hubConnection: hubConnectionMachine,
    relay,
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
    forwardToConnection: sendTo('hubConnection', ({ event }) => event),
    requeue: assign(({ context: { batch, messages } }) => ({
      batch: [],
      messages: latestPerResource([...batch, ...messages]),
    })),
    clear: assign({ messages: [], batch: [], pendingUpdates: [] }),
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
    { src: 'relay', input: { from: 'hubConnection' } },
    {
      id: 'hubConnection',
      systemId: 'hubConnection',
      src: 'hubConnection',
      input: ({ context }) => context,
    },
  ],
  type: 'parallel',
  on: {
    'hub.discovered': { actions: 'forwardToConnection' },
    'network.restored': { actions: 'forwardToConnection' },
  },
  states: {
    queue: {
      initial: 'idle',
      on: {
        'message.received': {
          actions: assign({
            messages: ({ context, event: { id, data } }) =>
              latestPerResource([...context.messages, { id, data }]),
          }),
        },
        'page.loaded': {
          target: '.idle',
          actions: [
            'requeue',
            assign({ current: ({ event }) => event.page.resources, pendingUpdates: [] }),
          ],
        },
        'page.unloaded': { target: '.idle', actions: ['clear', assign({ current: [] })] },
        'session.changed': { target: '.idle', actions: ['forwardToConnection', 'clear'] },
        'change.saved': {
          actions: assign(({ context: { current, pendingUpdates }, event: { saved } }) => {
            const iri = saved.resource?.['@id']
            return {
              pendingUpdates: without(pendingUpdates, [iri, saved.replaced?.from]),
              current: iri ? [...new Set([...current, iri])] : current,
            }
          }),
        },
        // Earlier messages about a deleted resource would be resolved in vain.
        'resource.removed': {
          target: '.idle',
          actions: [
            'requeue',
            assign(({ context: { current, messages, pendingUpdates }, event: { iri } }) => ({
              messages: without(messages, [iri]),
              pendingUpdates: without(pendingUpdates, [iri]),
              current: current.filter((other) => other !== iri),
            })),
          ],
        },
        'update.requested': {
          guard: 'hasPendingUpdates',
          actions: [
            {
              type: 'applyUpdate',
              params: ({ context: { pendingUpdates } }) => ({ pendingUpdates }),
            },
            assign(({ context }) => ({ current: watchedIris(context), pendingUpdates: [] })),
          ],
        },
      },
      states: {
        idle: { always: { guard: 'hasMessages', target: 'debouncing' } },
        debouncing: { after: { debounce: 'waitingForRequests' } },
        waitingForRequests: { always: { guard: 'areRequestsIdle', target: 'resolving' } },
        resolving: {
          entry: assign(({ context }) => ({ batch: context.messages, messages: [] })),
          invoke: {
            id: 'prepareUpdate',
            src: 'prepareUpdate',
            input: ({ context }) => ({ messages: context.batch, current: watchedIris(context) }),
            onDone: {
              target: 'idle',
              actions: assign(({ context: { batch, pendingUpdates }, event: { output } }) => ({
                batch: [],
                pendingUpdates: [
                  ...without(pendingUpdates, [...batch.map(iriOf), ...output.map(iriOf)]),
                  ...output,
                ],
              })),
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
