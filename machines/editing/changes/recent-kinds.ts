/** Remembers for this browser the kinds of components that were added last, which are offered first. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { withRecent } from '#content/model/kind-search.ts'
import { actionEffect, promiseEffect } from '../../declare-effects.ts'
import { listenTo, listener } from '../../actor-listener.ts'
import { withEvent } from '../../with-event.ts'

interface KindParams {
  kind: string
}

type RecentKindsEvent =
  /** A component of this kind, which is an `@type`, is filled in on the page. */
  | ({ type: 'add.staged' } & KindParams)
  /** A component of this kind was added without that. */
  | ({ type: 'add.inserted' } & KindParams)

interface Context {
  /** By `@type`, the latest first. */
  kinds: readonly string[]
}

const kindsOf = ({ context: { kinds } }: { context: Context }) => ({ kinds })

const remember = {
  target: '.remembering',
  actions: [withEvent('addKind'), { type: 'saveRecentKinds', params: kindsOf }],
} as const

export const recentKindsMachine = setup({
  types: {} as { context: Context; events: RecentKindsEvent },
  actors: {
    /** Resolves with the kinds that this browser remembers. */
    readRecentKinds: promiseEffect<string[]>(),
    listener,
  },
  actions: {
    setKinds: assign((_, { output }: { output: string[] }) => ({ kinds: output })),
    addKind: assign(({ context: { kinds } }, { kind }: KindParams) => ({
      kinds: withRecent(kinds, kind),
    })),
    saveRecentKinds: actionEffect<Context>(),
  },
}).createMachine({
  id: 'recentKinds',
  context: { kinds: [] },
  invoke: listenTo<RecentKindsEvent>({ addResource: ['add.staged', 'add.inserted'] }),
  initial: 'reading',
  on: { 'add.staged': remember, 'add.inserted': remember },
  states: {
    reading: {
      description: 'Looks what was added last in this browser.',
      invoke: {
        id: 'readRecentKinds',
        src: 'readRecentKinds',
        onDone: { target: 'remembering', actions: withEvent('setKinds') },
        onError: 'remembering',
      },
    },
    remembering: { description: 'Each added kind is written down.' },
  },
})

export type RecentKindsRef = ActorRefFrom<typeof recentKindsMachine>
/** Returns the kinds that were added last, by `@type`, the latest first. */
export const selectRecentKinds = (snapshot: SnapshotFrom<typeof recentKindsMachine>) =>
  snapshot.context.kinds
