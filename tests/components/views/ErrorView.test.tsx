import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failureFromStatus } from '#content/model/failure.ts'
import type { User } from '#content/model/resource.ts'
import { openApp, settleEffect } from '../../support/app.tsx'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { admin } from '../../support/content/sample-resources.ts'

afterEach(cleanup)

const payload = pagePayload([component('Title', 'hello', { title: 'Hello' })])

const renderError = (
  status: number,
  message: string,
  { at = '/a', user = null as User | null } = {},
) => openApp(at, { input: { failure: failureFromStatus(status, { message }), user } })

test.each([
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'This Page Doesn’t Exist'],
  [405, 'Method Not Allowed'],
  [408, 'Request Timeout'],
  [409, 'Conflict'],
  [410, 'Gone'],
  [418, 'I’m a Teapot'],
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [501, 'Not Implemented'],
  [502, 'Bad Gateway'],
  [503, 'Service Unavailable'],
  [504, 'Gateway Timeout'],
  [599, 'Internal Server Error'],
])('status %i has the title “%s”', (status, title) => {
  renderError(status, 'What happened.')
  expect(screen.getByText(String(status))).not.toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
  expect(screen.getByText('What happened.')).not.toBeNull()
})

test('a message equal to the title is shown once', () => {
  renderError(410, 'Gone')
  expect(screen.getAllByText('Gone')).toHaveLength(1)
})

test('a status message of the server’s own is the title', () => {
  openApp('/a', {
    input: {
      failure: failureFromStatus(404, { message: 'What happened.', statusMessage: 'Sold Out' }),
    },
  })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sold Out')
  expect(screen.getByText('What happened.')).not.toBeNull()
})

test('every error page but that of the home page links to the home page', () => {
  renderError(500, 'x')
  expect(screen.getByRole('button', { name: 'Go back home' })).not.toBeNull()
  cleanup()
  renderError(500, 'x', { at: '/' })
  expect(screen.queryByRole('button', { name: 'Go back home' })).toBeNull()
})

test.each([
  [401, 2],
  [403, 2],
  [404, 1],
])('status %i shows the sign-in link %i times', (status, times) => {
  renderError(status, 'x')
  const links = screen.getAllByRole('link', { name: 'Sign in' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(times).fill('/login'))
})

test('signed-in owners get a link to the admin area', () => {
  renderError(404, 'x', { user: admin })
  expect(screen.getByText('Are you the owner of this website?', { exact: false })).not.toBeNull()
  expect(screen.getByRole('link', { name: 'Go to admin' }).getAttribute('href')).toBe(
    '/_cwa/layouts',
  )
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
})

const member: User = { ...admin, username: 'mia', roles: ['ROLE_USER'] }

test('users without access see which account they are signed in with and a link to use another', () => {
  renderError(403, 'x', { user: member, at: '/_cwa/pages?page=2' })
  expect(screen.getByText('You are signed in as mia.', { exact: false })).not.toBeNull()
  const other = '/login?account=other&back=%2F_cwa%2Fpages%3Fpage%3D2'
  const links = ['Sign in with another account', 'Sign in']
  expect(links.map((name) => screen.getByRole('link', { name }).getAttribute('href'))).toEqual([
    other,
    other,
  ])
})

test('signed-in users who are not editors have a menu for signing out', async () => {
  const app = openApp('/', { payload, input: { user: member, hasSessionHint: true } })
  await app.user.click(await screen.findByText('mia'))
  await app.press('Sign out')
  const failure = failureFromStatus(503, { message: 'Not now.' })
  await settleEffect('signOut')(app, { type: 'xstate.error.actor.signOut', error: failure })
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain('Not now.')
  await app.press('Sign out')
  await settleEffect('signOut')(app, { type: 'xstate.done.actor.signOut' })
  expect(screen.queryByText('mia')).toBeNull()
})

test('a signed-in user can sign in with another account and returns to the page', async () => {
  const app = openApp('/', { payload, input: { user: member, hasSessionHint: true } })
  await app.pop('/login?account=other&back=%2F_cwa%2Fpages')
  expect(screen.getByText('You are signed in as mia.')).not.toBeNull()
  await app.user.type(screen.getByLabelText('Username or email'), 'admin')
  await app.user.type(screen.getByLabelText('Password'), 'secret')
  await app.press('Sign in')
  await settleEffect('signIn')(app, { type: 'xstate.done.actor.signIn', output: admin })
  expect(app.location().path).toBe('/_cwa/pages')
})

test('the fluid is left out without WebGL', async () => {
  renderError(404, 'x')
  await expect.poll(() => document.querySelector('canvas')).toBeNull()
})
