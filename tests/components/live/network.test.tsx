import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { isOffline, isReconnecting, networkMachine } from '#machines/live/network.ts'
import { type Gestures, receiveFromHub, openApp, walkPath } from '../../support/app.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { startFailuresIn } from '../../support/machines/enhancements.ts'
import { coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(networkMachine)
const payload = pagePayload([component('Title', 'hello', { title: 'Hello' })])
const hub = 'https://example.org/.well-known/mercure'

const paths = coveringPaths(
  pathsOf(networkMachine, {
    input: undefined,
    events: [
      { type: 'network.lost' },
      { type: 'network.restored' },
      { type: 'connection.lost' },
      { type: 'connection.opened' },
      { type: 'xstate.error.actor.watchNetwork', error: new Error('no window') },
    ],
  }),
)

const gestures: Gestures = {
  'network.lost': ({ enhancements, happen }) =>
    happen(() => enhancements.callbacks.network.send({ type: 'network.lost' })),
  'network.restored': ({ enhancements, happen }) =>
    happen(() => enhancements.callbacks.network.send({ type: 'network.restored' })),
  'connection.lost': (app) => receiveFromHub(app, { type: 'connection.lost' }),
  'connection.opened': async (app) => {
    // A lost connection is retried before it opens.
    if (app.hub.listenerCount() === 0) await app.wait(1_000)
    await receiveFromHub(app, { type: 'connection.opened' })
  },
  // The effect fails when it is started.
  'xstate.error.actor.watchNetwork': () => {},
  'xstate.after.gracePeriod.network.degraded': ({ wait }) => wait(3_000),
}

const noticeText = () => screen.queryByText(/You are offline|Reconnecting/)?.textContent

afterEach(cleanup)

test.each(namedPaths(paths))('%s', async (_, path) => {
  const app = openApp('/', {
    payload,
    input: { hub },
    failures: startFailuresIn(path),
    inspect: coverage.inspect,
  })
  await app.happen(() =>
    app.enhancements.effects.wasInterrupted.settle({
      type: 'xstate.done.actor.wasInterrupted',
      output: false,
    }),
  )
  await walkPath(app, app.appRef.system.get('network'), path, gestures)
  expect(noticeText()).toBe(
    isOffline(path.next)
      ? 'You are offline. Pages you have visited can still be read.'
      : isReconnecting(path.next)
        ? 'Reconnecting…'
        : undefined,
  )
  // The page stays readable in every network state.
  expect(screen.getByRole('heading').textContent).toBe('Hello')
})

coverage.expectAll()
