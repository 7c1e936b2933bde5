/** Hears what others change on the page that is shown, and keeps it until somebody wants to see it. */
import { type ActorRefFrom, type SnapshotFrom, assign, sendTo, setup, stateIn } from 'xstate'
import type { Saved } from '#content/change.ts'
import type { Iri } from '#content/iri.ts'
import type { ShownPage } from '#content/page.ts'
import type { Versioned } from '#content/resource.ts'
import {
  type ConnectionEmitted,
  type ConnectionEvent,
  type Message,
  connectionMachine,
} from './connection.ts'
import { performed, promised } from './effects.ts'
import { relay } from './relay.ts'

/** What a resource would be replaced with; null where it is gone. */
export interface Staged {
  iri: Iri
  item: Versioned | null
}

export type LiveEvent =
  | ConnectionEvent
  | ConnectionEmitted
  | { type: 'requests.busy' }
  | { type: 'requests.idle' }
  | { type: 'page.settled'; page: ShownPage }
  | { type: 'page.left' }
  /** Saved from here: what was heard of it before is old. */
  | { type: 'change.saved'; saved: Saved }
  | { type: 'resource.removed'; iri: Iri }
  | { type: 'update.requested' }

interface Context {
  /** The IRIs of the page that is shown. */
  current: Iri[]
  /** Heard and not looked at yet, the newest of each resource. */
  messages: Message[]
  /** Being looked at. */
  batch: Message[]
  /** Looked at: different from what is shown. */
  staged: Staged[]
}

const iriOf = (about: Message | Staged): Iri => ('data' in about ? about.data['@id'] : about.iri)

const newest = (messages: Message[]) =>
  messages.filter(
    (message, at) =>
      !messages
        .slice(at + 1)
        .map(iriOf)
        .includes(iriOf(message)),
  )

const without = <About extends Message | Staged>(all: About[], iris: (Iri | undefined)[]) =>
  all.filter((about) => !iris.includes(iriOf(about)))

/** The page as it is and as it may become. */
const relevant = ({ current, staged }: Context) => [...new Set([...current, ...staged.map(iriOf)])]

export const liveMachine = setup({
  types: {} as {
    /** What the connection starts from, and the page that is shown already. */
    input: { hub: string | null; lastEventId: string | null; page: ShownPage | null }
    context: Context & { hub: string | null; lastEventId: string | null }
    events: LiveEvent
    children: { connection: 'connection' }
  },
  actors: {
    connection: connectionMachine,
    relay,
    /** What the messages change about the page: nothing that is not on it, nothing that is shown like that already. */
    prepareUpdate: promised<Staged[], { messages: Message[]; current: Iri[] }>('prepareUpdate'),
  },
  actions: {
    applyUpdate: performed<{ staged: Staged[] }>('applyUpdate'),
    passToConnection: sendTo('connection', ({ event }) => event),
    putBack: assign(({ context: { batch, messages } }) => ({
      batch: [],
      messages: newest([...batch, ...messages]),
    })),
    forget: assign({ messages: [], batch: [], staged: [] }),
  },
  guards: {
    hasMessages: ({ context }) => context.messages.length > 0,
    hasStaged: ({ context }) => context.staged.length > 0,
    isQuiet: stateIn({ requests: 'idle' }),
  },
  delays: {
    /** What comes together becomes one notice, also what was missed while there was no connection. */
    gatherTime: 250,
    /** Until messages are looked at again that could not be looked at. */
    restTime: 5_000,
  },
}).createMachine({
  id: 'live',
  context: ({ input: { hub, lastEventId, page } }) => ({
    hub,
    lastEventId,
    current: page?.resources ?? [],
    messages: [],
    batch: [],
    staged: [],
  }),
  invoke: [
    { src: 'relay', input: { from: 'connection' } },
    {
      id: 'connection',
      systemId: 'connection',
      src: 'connection',
      input: ({ context }) => context,
    },
  ],
  type: 'parallel',
  on: {
    'hub.found': { actions: 'passToConnection' },
    'network.returned': { actions: 'passToConnection' },
  },
  states: {
    queue: {
      initial: 'idle',
      on: {
        'message.received': {
          actions: assign({
            messages: ({ context, event: { id, data } }) =>
              newest([...context.messages, { id, data }]),
          }),
        },
        'page.settled': {
          target: '.idle',
          actions: [
            'putBack',
            assign({ current: ({ event }) => event.page.resources, staged: [] }),
          ],
        },
        'page.left': { target: '.idle', actions: ['forget', assign({ current: [] })] },
        'session.changed': { target: '.idle', actions: ['passToConnection', 'forget'] },
        'change.saved': {
          actions: assign(({ context: { current, staged }, event: { saved } }) => {
            const iri = saved.resource?.['@id']
            return {
              staged: without(staged, [iri, saved.replaced?.from]),
              current: iri ? [...new Set([...current, iri])] : current,
            }
          }),
        },
        // What was heard of it before would be asked for in vain.
        'resource.removed': {
          target: '.idle',
          actions: [
            'putBack',
            assign(({ context: { current, messages, staged }, event: { iri } }) => ({
              messages: without(messages, [iri]),
              staged: without(staged, [iri]),
              current: current.filter((other) => other !== iri),
            })),
          ],
        },
        'update.requested': {
          guard: 'hasStaged',
          actions: [
            { type: 'applyUpdate', params: ({ context: { staged } }) => ({ staged }) },
            assign(({ context }) => ({ current: relevant(context), staged: [] })),
          ],
        },
      },
      states: {
        idle: { always: { guard: 'hasMessages', target: 'gathering' } },
        gathering: { after: { gatherTime: 'blocked' } },
        blocked: { always: { guard: 'isQuiet', target: 'draining' } },
        draining: {
          entry: assign(({ context }) => ({ batch: context.messages, messages: [] })),
          invoke: {
            id: 'prepareUpdate',
            src: 'prepareUpdate',
            input: ({ context }) => ({ messages: context.batch, current: relevant(context) }),
            onDone: {
              target: 'idle',
              actions: assign(({ context: { batch, staged }, event: { output } }) => ({
                batch: [],
                staged: [
                  ...without(staged, [...batch.map(iriOf), ...output.map(iriOf)]),
                  ...output,
                ],
              })),
            },
            onError: { target: 'resting', actions: 'putBack' },
          },
        },
        resting: { after: { restTime: 'blocked' } },
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

export type LiveRef = ActorRefFrom<typeof liveMachine>
type Snapshot = SnapshotFrom<typeof liveMachine>
/** Whether the page has changed and does not show it. */
export const hasUpdate = (snapshot: Snapshot) => snapshot.context.staged.length > 0
