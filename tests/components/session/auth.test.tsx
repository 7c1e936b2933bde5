import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { EditorBundle } from '#machines/app/app.ts'
import { authMachine } from '#machines/session/auth.ts'
import { loadEditor } from '#src/app/lazy/load-editor.ts'
import {
  type Gestures,
  settleEffect,
  openApp,
  receiveFromHub,
  requestSignOut,
  restoreNetwork,
  expireSession,
  walkPath,
} from '../../support/app.tsx'
import { createSiteRegistry } from '../../support/ui/site-registry.ts'
import { cover } from '../../support/machines/coverage.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { admin } from '../../support/content/sample-resources.ts'
import { namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(authMachine)
const hub = 'https://example.org/.well-known/mercure'
const payload = pagePayload([component('Title', 'hello', { title: 'Hello' })])
const credentials = { username: 'ada', password: 'secret' }

let editor: EditorBundle
beforeAll(async () => {
  editor = await loadEditor(createSiteRegistry())
})

const paths = [
  { user: null, hasSessionHint: false },
  { user: null, hasSessionHint: true },
  { user: admin, hasSessionHint: true },
].flatMap((input) =>
  pathsOf(authMachine, {
    input,
    events: [
      { type: 'signIn.requested', credentials },
      { type: 'signOut.requested' },
      { type: 'page.failed', failure: failureFromStatus(401) },
      { type: 'xstate.done.actor.readSession', output: admin },
      { type: 'xstate.done.actor.readSession', output: null },
      { type: 'xstate.error.actor.readSession', error: new Failure('offline') },
      { type: 'xstate.error.actor.readSession', error: new Failure('unexpected') },
      { type: 'xstate.done.actor.signIn', output: admin },
      {
        type: 'xstate.error.actor.signIn',
        error: failureFromStatus(401, { message: 'Wrong password.' }),
      },
      { type: 'xstate.error.actor.signIn', error: new Failure('offline') },
      { type: 'xstate.done.actor.signOut' },
      { type: 'xstate.error.actor.signOut', error: new Failure('offline') },
      { type: 'network.restored' },
      { type: 'connection.opened' },
    ],
  }),
)

const gestures: Gestures = {
  'signIn.requested': async ({ pop, user, press }) => {
    // Opens the form that signs in with another account, too.
    await pop('/login?account=other')
    await user.type(screen.getByLabelText('Username or email'), credentials.username)
    await user.type(screen.getByLabelText('Password'), credentials.password)
    await press('Sign in')
  },
  'signOut.requested': requestSignOut,
  'page.failed': expireSession,
  'xstate.done.actor.readSession': settleEffect('readSession'),
  'xstate.error.actor.readSession': settleEffect('readSession'),
  'xstate.done.actor.signIn': settleEffect('signIn'),
  'xstate.error.actor.signIn': settleEffect('signIn'),
  'xstate.done.actor.signOut': settleEffect('signOut'),
  'xstate.error.actor.signOut': settleEffect('signOut'),
  'network.restored': restoreNetwork,
  'connection.opened': (app) => receiveFromHub(app, { type: 'connection.opened' }),
}

const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
/** Returns the alert after a failed request: the sign-in screen, once it is open, shows each failure. */
const alertAfter = (types: readonly string[], failure: object | null) => {
  if (types.at(-1) === 'xstate.error.actor.signOut') return 'You are still signed in'
  if (!failure || !types.includes('signIn.requested')) return undefined
  const { kind } = Failure.from(failure)
  if (kind === 'offline') return 'You seem to be offline'
  return kind === 'unexpected' ? 'An unknown error occurred' : 'Wrong password.'
}

afterEach(cleanup)

test.each(namedPaths(paths))('%s', async (_, path) => {
  const input = { ...path.input, hub }
  const app = openApp('/', { payload, editor, input, inspect: coverage.inspect })
  const { auth } = app.appRef.getSnapshot().children
  await walkPath(app, auth!, path, gestures)
  const { user, failure } = path.next.context
  expect(auth!.getSnapshot().context).toMatchObject({ user, failure })
  const types = path.events.map(({ type }) => type)
  const alert = alertAfter(types, failure)
  expect(alerts()).toEqual(alert ? [expect.stringContaining(alert)] : [])
})

test('signing in leads to the home page, and signing out removes the editor', async () => {
  const app = openApp('/login', { editor })
  await gestures['signIn.requested']!(app, {} as never)
  expect(app.effects.signIn.calls[0]!.input).toEqual(credentials)
  await settleEffect('signIn')(app, { type: 'xstate.done.actor.signIn', output: admin })
  expect(app.location().path).toBe('/')
  await gestures['signOut.requested']!(app, {} as never)
  await settleEffect('signOut')(app, { type: 'xstate.done.actor.signOut' })
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(app.effects.fetchPayload.calls).toHaveLength(2)
})

test('the message that the site cannot be reached goes once it can be, and nothing is asked again', async () => {
  const app = openApp('/login', { editor, inspect: coverage.inspect })
  await gestures['signIn.requested']!(app, {} as never)
  await settleEffect('signIn')(app, {
    type: 'xstate.error.actor.signIn',
    error: new Failure('offline'),
  })
  expect(alerts()).toEqual([expect.stringContaining('You seem to be offline')])
  await restoreNetwork(app)
  await settleEffect('readSession')(app, { type: 'xstate.done.actor.readSession', output: null })
  expect(alerts()).toEqual([])
  await restoreNetwork(app)
  expect(app.effects.readSession.calls).toHaveLength(1)
})

coverage.expectAll()
