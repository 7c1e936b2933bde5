import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { isOffered, signInOfferMachine } from '#machines/session/sign-in-offer.ts'
import { type Gestures, type OpenApp, openApp, signIn, walkPath } from '../../support/app.tsx'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { reader } from '../../support/content/sample-resources.ts'
import { cover } from '../../support/machines/coverage.ts'
import { type Answer, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(signInOfferMachine)
const payload = pagePayload([component('Title', 'hello', { title: 'Hello' })])

const paths = pathsOf(signInOfferMachine, {
  input: undefined,
  events: [
    { type: 'session.started' },
    { type: 'offer.dismissed' },
    { type: 'xstate.done.actor.wasInterrupted', output: true },
    { type: 'xstate.done.actor.wasInterrupted', output: false },
    { type: 'xstate.error.actor.wasInterrupted', error: new Error('no storage') },
  ],
})

const settle = ({ happen, enhancements }: OpenApp, event: Answer) =>
  happen(() => enhancements.effects.wasInterrupted.settle(event))

const gestures: Gestures = {
  'session.started': (app) => signIn(app, reader),
  'offer.dismissed': ({ press }) => press('Not now'),
  'xstate.done.actor.wasInterrupted': settle,
  'xstate.error.actor.wasInterrupted': settle,
}

afterEach(cleanup)

const offers = () => screen.queryAllByRole('region', { name: 'Signed out' })

test.each(namedPaths(paths))('%s', async (_, path) => {
  const app = openApp('/', { payload, inspect: coverage.inspect })
  await walkPath(app, app.appRef.system.get('signInOffer'), path, gestures)
  expect(offers()).toHaveLength(isOffered(path.next) ? 1 : 0)
  expect(app.enhancements.actions.includes('clear editing flag')).toBe(
    path.effects.includes('clearEditingFlag'),
  )
})

test('says nothing of the session while that cannot be known', async () => {
  const app = openApp('/', { payload, inspect: coverage.inspect })
  await app.happen(() => app.enhancements.callbacks.network.send({ type: 'network.lost' }))
  const notice = () => screen.getByText(/^You are offline/).textContent
  expect(notice()).toBe('You are offline. You can go on editing once the network is back.')
  expect(offers()).toHaveLength(0)
  await settle(app, { type: 'xstate.done.actor.wasInterrupted', output: false })
  expect(notice()).toBe('You are offline. Pages you have visited can still be read.')
})

test('leads to the sign-in form and back, and is not shown there', async () => {
  const app = openApp('/', { payload, inspect: coverage.inspect })
  await settle(app, { type: 'xstate.done.actor.wasInterrupted', output: true })
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Sign in to continue' })
  expect(link.getAttribute('href')).toBe('/login?back=%2F')
  await app.pop('/login')
  expect(offers()).toHaveLength(0)
})

coverage.expectAll()
