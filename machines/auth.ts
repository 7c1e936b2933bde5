/** Who is looking: nobody, or someone with a session. */
import { type ActorRefFrom, type SnapshotFrom, assertEvent, assign, emit, setup } from 'xstate'
import { Failure } from '#content/failure.ts'
import type { Credentials, User } from '#content/resource.ts'
import { promised } from './effects.ts'

export type AuthEvent =
  | { type: 'signIn.requested'; credentials: Credentials }
  | { type: 'signOut.requested' }
  /** A request was refused although somebody was signed in. */
  | { type: 'session.lost' }

export type AuthEmitted =
  /** The page was made for this user already. */
  | { type: 'session.resumed'; user: User }
  /** What is shown was made for nobody; it has to be read again. */
  | { type: 'session.started'; user: User }
  | { type: 'session.ended' }
  /** Signing out was refused, so the session goes on. */
  | { type: 'session.kept'; failure: Failure }

interface Context {
  user: User | null
  failure: Failure | null
}

export const authMachine = setup({
  types: {} as {
    /** `possible`: the mark beside the session cookie says that there may be a session. */
    input: { user: User | null; possible: boolean }
    context: Context & { possible: boolean }
    events: AuthEvent
    emitted: AuthEmitted
    tags: 'busy'
  },
  actors: {
    readSession: promised<User | null>('readSession'),
    signIn: promised<User, Credentials>('signIn'),
    signOut: promised<void>('signOut'),
  },
  actions: {
    keepUser: assign((_, { user }: { user: User }) => ({ user, failure: null })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    forgetUser: assign({ user: null, failure: null }),
  },
}).createMachine({
  id: 'auth',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'unknown',
  states: {
    unknown: {
      always: [
        {
          guard: ({ context }) => context.user !== null,
          target: 'signedIn',
          actions: emit(({ context }) => ({ type: 'session.resumed', user: context.user! })),
        },
        { guard: ({ context }) => context.possible, target: 'reading' },
        { target: 'signedOut' },
      ],
    },
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readSession',
        src: 'readSession',
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            target: 'signedIn',
            actions: [
              { type: 'keepUser', params: ({ event }) => ({ user: event.output! }) },
              emit(({ event }) => ({ type: 'session.started', user: event.output! })),
            ],
          },
          { target: 'signedOut' },
        ],
        onError: {
          target: 'signedOut',
          actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    signedOut: { on: { 'signIn.requested': 'signingIn' } },
    signingIn: {
      tags: 'busy',
      entry: assign({ failure: null }),
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ event }) => {
          assertEvent(event, 'signIn.requested')
          return event.credentials
        },
        onDone: {
          target: 'signedIn',
          actions: [
            { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
            emit(({ event }) => ({ type: 'session.started', user: event.output })),
          ],
        },
        onError: {
          target: 'signedOut',
          actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    signedIn: {
      on: {
        'signOut.requested': 'signingOut',
        'session.lost': {
          target: 'signedOut',
          actions: ['forgetUser', emit({ type: 'session.ended' })],
        },
      },
    },
    signingOut: {
      tags: 'busy',
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: {
          target: 'signedOut',
          actions: ['forgetUser', emit({ type: 'session.ended' })],
        },
        onError: {
          target: 'signedIn',
          actions: emit(({ event }) => ({
            type: 'session.kept',
            failure: Failure.from(event.error),
          })),
        },
      },
    },
  },
})

export type AuthRef = ActorRefFrom<typeof authMachine>
type Snapshot = SnapshotFrom<typeof authMachine>
export const selectUser = (snapshot: Snapshot) => snapshot.context.user
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isSignedIn = (snapshot: Snapshot) => snapshot.context.user !== null
export const isAdmin = (snapshot: Snapshot) => hasAdminRole(snapshot.context.user)

/** Roles arrive expanded, so a super admin's list names this one too. */
export const hasAdminRole = (user: User | null) => user?.roles.includes('ROLE_ADMIN') ?? false
