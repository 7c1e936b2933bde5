/** Lists the sessions of an account, and ends them. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { AccountSession } from '#content/account/account-sessions.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { renewOr, renewSession, renewalGuards, renewalGuardDescriptions } from './renew-session.ts'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

interface AccountSessionsInput {
  account: Iri
}

type AccountSessionsEvent =
  /** Ends one session by its IRI, or by that of the list all but the current one. */
  { type: 'end.requested'; iri: Iri } | { type: 'retry.requested' }

interface Context extends AccountSessionsInput {
  /** Null until they are read, and where the API has none. */
  sessions: readonly AccountSession[] | null
  /** The IRI of what is being ended, or null. */
  ended: Iri | null
  failure: Failure | null
}

interface Failed {
  error: unknown
}

export const accountSessionsMachine = setup({
  types: {} as {
    input: AccountSessionsInput
    context: Context
    events: AccountSessionsEvent
    tags: 'busy'
  },
  actors: {
    /** Resolves with null where the API does not list sessions. */
    readSessions: promiseEffect<AccountSession[] | null, AccountSessionsInput>(),
    endSessions: promiseEffect<void, { iri: Iri }>(),
    /** Asks for a session in place of the one that has ended. Waits until somebody has answered. */
    renewSession: promiseEffect<RenewalOutcome, { isBackground: boolean }>(),
  },
  actions: {
    setSessions: assign((_, { output }: { output: AccountSession[] | null }) => ({
      sessions: output,
      failure: null,
    })),
    setEnded: assign((_, { iri }: { iri: Iri }) => ({ ended: iri, failure: null })),
    clearEnded: assign({ ended: null }),
    setFailure: assign((_, { error }: Failed) => ({ failure: Failure.from(error) })),
    clearFailure: assign({ failure: null }),
  },
  guards: {
    ...renewalGuards,
    isOffered: (_, { output }: { output: AccountSession[] | null }) => output !== null,
    /** It has ended by itself or by another browser meanwhile. */
    isEnded: (_, { error }: Failed) => Failure.from(error).kind === 'notFound',
    isRead: ({ context }) => context.sessions !== null,
  },
}).createMachine({
  id: 'accountSessions',
  meta: {
    guards: {
      ...renewalGuardDescriptions,
      isOffered: 'The API has a list of sessions.',
      isEnded: 'The session has ended by itself or by another browser meanwhile.',
      isRead: 'The list was read before.',
    },
  },
  context: ({ input }) => ({ ...input, sessions: null, ended: null, failure: null }),
  initial: 'reading',
  states: {
    reading: {
      description: 'The list of sessions is being read.',
      tags: 'busy',
      invoke: {
        id: 'readSessions',
        src: 'readSessions',
        input: ({ context: { account } }) => ({ account }),
        onDone: [
          {
            guard: withEvent('isOffered'),
            target: 'shown',
            actions: withEvent('setSessions'),
          },
          { target: 'unavailable' },
        ],
        onError: renewOr('failed'),
      },
      exit: 'clearEnded',
    },
    failed: {
      description: 'The list could not be read, and can be tried again.',
      on: { 'retry.requested': { target: 'reading', actions: 'clearFailure' } },
    },
    /** The API has no list of sessions. */
    unavailable: { description: 'The API has no list of sessions.' },
    shown: {
      description: 'The sessions are listed, and each can be ended.',
      on: { 'end.requested': { target: 'ending', actions: withEvent('setEnded') } },
    },
    ending: {
      description: 'The server is asked to end one session or all others.',
      tags: 'busy',
      invoke: {
        id: 'endSessions',
        src: 'endSessions',
        input: ({ context }) => ({ iri: context.ended! }),
        onDone: 'reading',
        onError: [{ guard: withEvent('isEnded'), target: 'reading' }, ...renewOr('shown')],
      },
    },
    /** The own session has ended. */
    renewing: {
      description: 'The own session has ended, and the user is asked to sign in again.',
      tags: 'busy',
      invoke: renewSession('reading', 'signedOut'),
    },
    signedOut: {
      description: 'Nobody has signed in again; what was read before is shown, if there is any.',
      always: [{ guard: 'isRead', target: 'shown' }, { target: 'failed' }],
    },
  },
})

export type AccountSessionsRef = ActorRefFrom<typeof accountSessionsMachine>
type Snapshot = SnapshotFrom<typeof accountSessionsMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isFailed = (snapshot: Snapshot) => snapshot.matches('failed')
export const isUnavailable = (snapshot: Snapshot) => snapshot.matches('unavailable')
export const selectSessions = (snapshot: Snapshot) => snapshot.context.sessions
/** Returns the IRI of what is being ended; null for nothing. */
export const selectEnded = (snapshot: Snapshot) =>
  snapshot.hasTag('busy') ? snapshot.context.ended : null
/** Returns why the last request failed; null while another one runs. */
export const selectFailure = (snapshot: Snapshot) =>
  snapshot.hasTag('busy') ? null : snapshot.context.failure
