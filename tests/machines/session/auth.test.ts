import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { Credentials, User } from '#content/model/resource.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import {
  authMachine,
  isAdmin,
  isSignedIn,
  selectAttemptedUsername,
  selectFailure,
} from '#machines/session/auth.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const user: User = {
  '@id': '/_/users/1',
  '@type': 'User',
  _metadata: {},
  username: 'ada',
  emailAddress: 'ada@example.org',
  roles: ['ROLE_USER', 'ROLE_ADMIN'],
}
const credentials: Credentials = { username: 'ada', password: 'secret' }

const events = [
  { type: 'signIn.requested', credentials },
  { type: 'signOut.requested' },
  { type: 'page.failed', failure: failureFromStatus(401) },
  { type: 'xstate.done.actor.readSession', output: user },
  { type: 'xstate.done.actor.readSession', output: null },
  { type: 'xstate.error.actor.readSession', error: new Failure('offline') },
  { type: 'xstate.error.actor.readSession', error: new Failure('unexpected') },
  { type: 'xstate.done.actor.signIn', output: user },
  { type: 'xstate.error.actor.signIn', error: new Failure('forbidden') },
  { type: 'xstate.error.actor.signIn', error: new Failure('offline') },
  { type: 'xstate.done.actor.signOut' },
  { type: 'xstate.error.actor.signOut', error: new Failure('offline') },
  { type: 'network.restored' },
  { type: 'connection.opened' },
] as const

const paths = [
  { user: null, hasSessionHint: false },
  { user: null, hasSessionHint: true },
  { user, hasSessionHint: true },
].flatMap((input) => pathsOf(authMachine, { input, events }))

test('shows why a sign-in without scripts was refused, and the name that was typed', () => {
  const failure = { status: 401, message: 'Invalid credentials.' }
  const signInAttempt = { username: 'ada', failure }
  const input = { user: null, hasSessionHint: false, signInAttempt }
  const snapshot = createActor(authMachine, { input }).getSnapshot()
  expect(selectFailure(snapshot)).toEqual(failure)
  expect(selectAttemptedUsername(snapshot)).toBe('ada')
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → signedOut",
      "start → readingSession",
      "start → signedIn (emits session.resumed)",
      "readingSession | readSession done [hasSession] → signedIn {user} (emits session.started)",
      "readingSession | readSession done → signedOut",
      "readingSession | readSession failed [isOffline] → unreachable {failure}",
      "readingSession | readSession failed → signedOut {failure}",
      "signedOut | signIn.requested → signingIn",
      "unreachable | signIn.requested → signingIn {failure}",
      "unreachable | network.restored → readingSession {failure}",
      "unreachable | connection.opened → readingSession {failure}",
      "signingIn | signIn done → signedIn {user} (emits session.started)",
      "signingIn | signIn failed → signedOut {failure}",
      "signingIn | signIn failed [isOffline] → unreachable {failure}",
      "signingIn | signIn failed [hasUser] → signedIn {failure}",
      "signedIn | signIn.requested → signingIn",
      "signedIn | signOut.requested → signingOut",
      "signedIn | page.failed [isUnauthorized] → signedOut {user} (clearSessionHint, emits session.ended)",
      "signingOut | signOut done → signedOut {user} (emits session.ended)",
      "signingOut | signOut failed → signedIn {failure} (emits signOut.failed)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(authMachine, paths)).toEqual([])
  expect(untakenTransitions(authMachine, paths)).toEqual([])
})

const run = (input: { user: User | null; hasSessionHint: boolean }) => {
  const readingSession = controlledPromise<User | null, undefined>()
  const signingIn = controlledPromise<User, Credentials>()
  const signingOut = controlledPromise<void, undefined>()
  const hints: boolean[] = []
  const ref = createActor(
    authMachine.provide({
      actors: {
        readSession: readingSession.logic,
        signIn: signingIn.logic,
        signOut: signingOut.logic,
      },
      actions: { clearSessionHint: () => hints.push(false) },
    }),
    { input },
  )
  const emitted: EmittedBy<'auth'>[] = []
  ref.on('*', (event) => emitted.push(event))
  ref.start()
  return {
    ref,
    emitted,
    hints,
    readingSession,
    signingIn,
    signingOut,
    snapshot: () => ref.getSnapshot(),
  }
}

test('sends no request where there is no session hint', () => {
  const { snapshot, readingSession, emitted } = run({ user: null, hasSessionHint: false })
  expect(snapshot().value).toBe('signedOut')
  expect(readingSession.calls).toEqual([])
  expect(emitted).toEqual([])
})

test('resumes the session the page was rendered for, without starting a new one', () => {
  const { snapshot, readingSession, emitted } = run({ user, hasSessionHint: true })
  expect(isAdmin(snapshot())).toBe(true)
  expect(readingSession.calls).toEqual([])
  expect(emitted).toEqual([{ type: 'session.resumed', user }])
})

test('starts a session that the rendered page did not contain', async () => {
  const { ref, emitted, readingSession } = run({ user: null, hasSessionHint: true })
  readingSession.settle({ type: 'xstate.done.actor.readSession', output: user })
  await waitFor(ref, isSignedIn)
  expect(emitted).toEqual([{ type: 'session.started', user }])
})

test('reports why signing in failed until the next attempt', async () => {
  const { ref, signingIn } = run({ user: null, hasSessionHint: false })
  ref.send({ type: 'signIn.requested', credentials })
  expect(signingIn.calls[0]?.input).toEqual(credentials)
  signingIn.settle({ type: 'xstate.error.actor.signIn', error: new Failure('forbidden') })
  const failed = await waitFor(ref, (at) => at.matches('signedOut'))
  expect(selectFailure(failed)).toMatchObject({ kind: 'forbidden' })
  ref.send({ type: 'signIn.requested', credentials })
  expect(selectFailure(ref.getSnapshot())).toBeNull()
})

test('keeps the session when signing out fails', async () => {
  const { ref, snapshot, emitted, signingOut } = run({ user, hasSessionHint: true })
  ref.send({ type: 'signOut.requested' })
  const failure = new Failure('offline')
  signingOut.settle({ type: 'xstate.error.actor.signOut', error: failure })
  await waitFor(ref, (at) => at.matches('signedIn'))
  expect(isSignedIn(snapshot())).toBe(true)
  expect(emitted.at(-1)).toEqual({ type: 'signOut.failed', failure })
})

test('clears the user when the session has expired', () => {
  const { ref, snapshot, emitted, hints } = run({ user, hasSessionHint: true })
  ref.send({ type: 'page.failed', failure: failureFromStatus(401) })
  expect(isSignedIn(snapshot())).toBe(false)
  expect(emitted.at(-1)).toEqual({ type: 'session.ended' })
  expect(hints).toEqual([false])
})

test('another account takes the place of the one that is signed in, which stays until it does', async () => {
  const { ref, snapshot, emitted, signingIn } = run({ user, hasSessionHint: true })
  ref.send({ type: 'signIn.requested', credentials })
  signingIn.settle({ type: 'xstate.error.actor.signIn', error: new Failure('forbidden') })
  await waitFor(ref, (at) => at.matches('signedIn'))
  expect(selectFailure(snapshot())).toMatchObject({ kind: 'forbidden' })
  expect(isSignedIn(snapshot())).toBe(true)

  ref.send({ type: 'signIn.requested', credentials })
  const other = { ...user, '@id': '/_/users/2', username: 'grace' }
  signingIn.settle({ type: 'xstate.done.actor.signIn', output: other })
  await waitFor(ref, (at) => at.context.user?.username === 'grace')
  expect(emitted.at(-1)).toEqual({ type: 'session.started', user: other })
})
