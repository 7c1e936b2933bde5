/** Tells other editors where this tab is, and holds where they are. Runs while editing. */
import { type SnapshotFrom, assign, setup } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import type { HubMessage } from '#content/page/update-queue.ts'
import {
  type Presence,
  type Whereabouts,
  isPresenceMessage,
  withMessage,
} from '#content/presence/presence.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { callbackEffect, promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

/** An event of this tab that the browser reports. */
export type TabEvent = { type: 'text.typed' | 'tab.hidden' | 'tab.shown' }

type PresenceEvent =
  | TabEvent
  | { type: 'location.committed' }
  | { type: 'selection.changed'; iri: Iri | null }
  | { type: 'selection.moved'; iri: Iri }
  | ({ type: 'message.received' } & HubMessage)
  | { type: 'connection.opened' | 'session.renewed' }

interface Context {
  here: Whereabouts
  /** The last announcement; null if it has to be repeated. */
  announced: Whereabouts | null
  /** The tabs of all editors, this one included. */
  presences: readonly Presence[]
  /** The number of announcements in a row that have failed. */
  failures: number
}

const select = withEvent('select')
/** The events after which nothing is announced while the tab is hidden, or the API has no presence. */
const ignored = {
  'connection.opened': undefined,
  'session.renewed': undefined,
} as const

export const presenceMachine = setup({
  types: {} as { context: Context; events: PresenceEvent },
  actors: {
    /** Resolves with the tabs of all editors; with null if the API has no presence. */
    announcePresence: promiseEffect<Presence[] | null, Whereabouts>(),
    watchTab: callbackEffect<TabEvent>(),
    /** Tells the others when editing ends, and when the page is unloaded. */
    leaveOnStop: callbackEffect<TabEvent>(),
    listener,
  },
  actions: {
    select: assign(({ context }, { iri }: { iri: Iri | null }) => ({
      here: { ...context.here, resource: iri },
    })),
    startTyping: assign(({ context }) => ({ here: { ...context.here, isTyping: true } })),
    endTyping: assign(({ context }) => ({ here: { ...context.here, isTyping: false } })),
    outdate: assign({ announced: null }),
    setAnnounced: assign({ announced: ({ context }) => context.here }),
    setPresences: assign((_, { output }: { output: Presence[] | null }) => ({
      presences: output!,
      failures: 0,
    })),
    applyMessage: assign(({ context }, { data }: HubMessage) => ({
      presences: withMessage(context.presences, data),
    })),
    clearPresences: assign({ presences: [] }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
  guards: {
    hasMoved: ({ context: { here, announced } }) =>
      here.resource !== announced?.resource || here.isTyping !== announced.isTyping,
    hasSelection: ({ context }) => context.here.resource !== null,
    hasFailed: ({ context }) => context.failures > 0,
    isAboutPresence: (_, { data }: HubMessage) => isPresenceMessage(data),
    isOffered: (_, { output }: { output: Presence[] | null }) => output !== null,
  },
  delays: {
    /** Collects what happens together, such as a navigation that clears the selection. */
    debounce: 300,
    /** The server forgets a tab that is not heard of for thirty seconds. */
    heartbeat: 10_000,
    /** The time after the last key for which something still counts as being typed. */
    typingPause: 10_000,
    /** Exponential backoff, up to five minutes. */
    retryDelay: ({ context }) => Math.min(5_000 * 2 ** context.failures, 300_000),
  },
}).createMachine({
  id: 'presence',
  meta: {
    guards: {
      hasMoved: 'The selection or the typing differs from what the others were told.',
      hasSelection: 'Something is selected.',
      hasFailed: 'The time before has failed as well.',
      isAboutPresence: 'The message says where an editor is.',
      isOffered: 'The API tells where editors are.',
    },
  },
  context: {
    here: { resource: null, isTyping: false },
    announced: null,
    presences: [],
    failures: 0,
  },
  invoke: [
    listenTo<PresenceEvent>({
      navigation: ['location.committed'],
      selection: ['selection.changed', 'selection.moved'],
      hubConnection: ['message.received', 'connection.opened'],
      sessionRenewal: ['session.renewed'],
    }),
    { id: 'watchTab', src: 'watchTab', onError: {} },
    { id: 'leaveOnStop', src: 'leaveOnStop', onError: {} },
  ],
  type: 'parallel',
  on: {
    'location.committed': { actions: 'outdate' },
    'selection.moved': { actions: select },
    'message.received': {
      guard: withEvent('isAboutPresence'),
      actions: withEvent('applyMessage'),
    },
  },
  states: {
    typing: {
      description: 'Whether the user is typing in what is selected.',
      initial: 'idle',
      on: { 'selection.changed': { target: '.idle', actions: select } },
      states: {
        idle: {
          description: 'Nothing was typed lately.',
          entry: 'endTyping',
          on: { 'text.typed': { guard: 'hasSelection', target: 'active' } },
        },
        active: {
          description: 'Something was typed within the last seconds.',
          entry: 'startTyping',
          after: { typingPause: 'idle' },
          on: { 'text.typed': { target: 'active', reenter: true } },
        },
      },
    },
    sharing: {
      description: 'Whether the other editors know where this tab is.',
      initial: 'debouncing',
      on: {
        'tab.hidden': '.hidden',
        'connection.opened': '.announcing',
        'session.renewed': '.announcing',
      },
      states: {
        announced: {
          description: 'The others know where this tab is.',
          always: { guard: 'hasMoved', target: 'debouncing' },
          after: { heartbeat: 'announcing' },
        },
        debouncing: {
          description: 'The tab has moved, and tells so after a short pause.',
          after: { debounce: 'announcing' },
        },
        announcing: {
          description: 'Sends where this tab is, and receives where the others are.',
          entry: 'setAnnounced',
          invoke: {
            id: 'announcePresence',
            src: 'announcePresence',
            input: ({ context }) => context.here,
            onDone: [
              {
                guard: withEvent('isOffered'),
                target: 'announced',
                actions: withEvent('setPresences'),
              },
              { target: 'unavailable' },
            ],
            onError: [
              // Once a lease may have ended, nothing is known of the others.
              {
                guard: 'hasFailed',
                target: 'failed',
                actions: ['countFailure', 'clearPresences'],
              },
              { target: 'failed', actions: 'countFailure' },
            ],
          },
        },
        failed: {
          description: 'The others could not be told, which is tried again after a growing delay.',
          after: { retryDelay: 'announcing' },
        },
        /** Nobody looks at this tab. Its lease ends unless it is shown again soon. */
        hidden: {
          description: 'The tab is in the background, and is not shown to the others.',
          on: { ...ignored, 'tab.shown': 'announcing' },
        },
        unavailable: {
          description: 'The API does not tell where editors are.',
          on: { ...ignored, 'tab.hidden': undefined },
        },
      },
    },
  },
})

export const selectPresences = ({ context }: SnapshotFrom<typeof presenceMachine>) =>
  context.presences
