/** Holds the session: signed out, or signed in as a user. What could not be read without a network is read once it is back. */
import { type ActorRefFrom, type SnapshotFrom, assertEvent, assign, emit, setup } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { Credentials, User } from '#content/model/resource.ts'
import type { SignInAttempt } from '#content/model/sign-in-attempt.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    auth:
      | /** The server rendered the page for this user already. */
        { type: 'session.resumed'; user: User }
        /** A user has signed in after the page was rendered for a visitor, so the page has to be fetched again. */
      | { type: 'session.started'; user: User }
      | { type: 'session.ended' }
      /** Signing out failed, so the session continues. */
      | { type: 'signOut.failed'; failure: Failure }
  }
}

export type AuthEvent =
  | { type: 'signIn.requested'; credentials: Credentials }
  | { type: 'signOut.requested' }
  /** A page that is refused with 401 ends the session. */
  | { type: 'page.failed'; failure: Failure }
  /** The server can be reached again. */
  | { type: 'network.restored' | 'connection.opened' }

interface AuthInput {
  user: User | null
  /** True when the hint cookie beside the session cookie says that a session may exist. */
  hasSessionHint: boolean
  /** The sign-in without scripts that the page is the response to. */
  signInAttempt?: SignInAttempt | undefined
}

interface Context extends AuthInput {
  failure: Failure | SignInAttempt['failure'] | null
}

const setFailure = withEvent('setFailure')

/** The transitions of a request that has failed. */
const failed = [
  { guard: withEvent('isOffline'), target: 'unreachable', actions: setFailure },
  { target: 'signedOut', actions: setFailure },
] as const

export const authMachine = setup({
  types: {} as {
    input: AuthInput
    context: Context
    events: AuthEvent
    emitted: EmittedBy<'auth'>
    tags: 'busy'
  },
  actors: {
    readSession: promiseEffect<User | null>(),
    signIn: promiseEffect<User, Credentials>(),
    signOut: promiseEffect<void>(),
    listener,
  },
  actions: {
    /** Clears the hint cookie, so that the next page does not ask for a session that has ended. */
    clearSessionHint: actionEffect(),
    setUser: assign((_, { user }: { user: User }) => ({ user, failure: null })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    clearUser: assign({ user: null, failure: null }),
    clearFailure: assign({ failure: null }),
    emitResumed: emit(({ context }) => ({ type: 'session.resumed', user: context.user! })),
    emitStarted: emit((_, { user }: { user: User }) => ({ type: 'session.started', user })),
    emitEnded: emit({ type: 'session.ended' }),
    emitSignOutFailed: emit((_, { error }: { error: unknown }) => ({
      type: 'signOut.failed',
      failure: Failure.from(error),
    })),
  },
  guards: {
    hasUser: ({ context }) => context.user !== null,
    hasSessionHint: ({ context }) => context.hasSessionHint,
    hasSession: (_, { output }: { output: User | null }) => output !== null,
    isOffline: (_, { error }: { error: unknown }) => Failure.from(error).kind === 'offline',
    isUnauthorized: (_, { failure }: { failure: Failure }) => failure.status === 401,
  },
}).createMachine({
  id: 'auth',
  meta: {
    guards: {
      hasUser: 'The user is known.',
      hasSessionHint: 'The browser remembers that somebody has signed in.',
      hasSession: 'The server knows a user for the session.',
      isOffline: 'The request has failed because the network was away.',
      isUnauthorized: 'The server has refused the page because the session has ended.',
    },
  },
  context: ({ input }) => ({ ...input, failure: input.signInAttempt?.failure ?? null }),
  invoke: listenTo<AuthEvent>({
    pageRequest: ['page.failed'],
    fetcher: ['page.failed'],
    editMode: ['signOut.requested'],
    network: ['network.restored'],
    hubConnection: ['connection.opened'],
  }),
  initial: 'unknown',
  states: {
    unknown: {
      description: 'Looks what the server and the browser know of a session.',
      always: [
        {
          guard: 'hasUser',
          target: 'signedIn',
          actions: 'emitResumed',
        },
        { guard: 'hasSessionHint', target: 'readingSession' },
        { target: 'signedOut' },
      ],
    },
    readingSession: {
      description: 'Asks the server who is signed in.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'readSession',
        src: 'readSession',
        onDone: [
          {
            guard: withEvent('hasSession'),
            target: 'signedIn',
            actions: [
              { type: 'setUser', params: ({ event }) => ({ user: event.output! }) },
              { type: 'emitStarted', params: ({ event }) => ({ user: event.output! }) },
            ],
          },
          { target: 'signedOut' },
        ],
        onError: failed,
      },
    },
    signedOut: { description: 'Nobody is signed in.', on: { 'signIn.requested': 'signingIn' } },
    /** It is not known whether somebody is signed in, because the server could not be reached. */
    unreachable: {
      description:
        'The session could not be read without a network, and is read once that is back.',
      on: {
        'signIn.requested': 'signingIn',
        'network.restored': 'readingSession',
        'connection.opened': 'readingSession',
      },
    },
    signingIn: {
      description: 'The password or the code is being checked.',
      tags: 'busy',
      entry: 'clearFailure',
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
            { type: 'setUser', params: ({ event }) => ({ user: event.output }) },
            { type: 'emitStarted', params: ({ event }) => ({ user: event.output }) },
          ],
        },
        onError: [{ guard: 'hasUser', target: 'signedIn', actions: setFailure }, ...failed],
      },
    },
    signedIn: {
      description: 'A user is signed in.',
      on: {
        // With another account, which takes the place of this one.
        'signIn.requested': 'signingIn',
        'signOut.requested': 'signingOut',
        'page.failed': {
          guard: withEvent('isUnauthorized'),
          target: 'signedOut',
          actions: ['clearUser', 'clearSessionHint', 'emitEnded'],
        },
      },
    },
    signingOut: {
      description: 'The server is asked to end the session.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: {
          target: 'signedOut',
          actions: ['clearUser', 'emitEnded'],
        },
        onError: {
          target: 'signedIn',
          actions: [setFailure, withEvent('emitSignOutFailed')],
        },
      },
    },
  },
})

export type AuthRef = ActorRefFrom<typeof authMachine>
type Snapshot = SnapshotFrom<typeof authMachine>
export const selectUser = (snapshot: Snapshot) => snapshot.context.user
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
/** Returns the username of a sign-in without scripts that was refused. */
export const selectAttemptedUsername = (snapshot: Snapshot) =>
  snapshot.context.signInAttempt?.username
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
/** True while it is not known whether somebody is signed in, because the server could not be reached. */
export const isUnreachable = (snapshot: Snapshot) => snapshot.matches('unreachable')
export const isSignedIn = (snapshot: Snapshot) => snapshot.context.user !== null
export const isAdmin = (snapshot: Snapshot) => hasAdminRole(snapshot.context.user)

/** True for administrators. The API expands roles, so the list of a super admin contains this role too. */
export const hasAdminRole = (user: User | null) => user?.roles.includes('ROLE_ADMIN') ?? false
