import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { buildCheckMachine } from '#machines/app/build-check.ts'
import {
  type Gestures,
  type OpenApp,
  receiveFromHub,
  openApp,
  walkPath,
} from '../../support/app.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { type Answer, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(buildCheckMachine)
const payload = pagePayload([component('Title', 'hello', { title: 'Hello' })])
const hub = 'https://example.org/.well-known/mercure'

const paths = pathsOf(buildCheckMachine, {
  input: undefined,
  events: [
    { type: 'connection.lost' },
    { type: 'connection.opened' },
    { type: 'page.requested' },
    { type: 'page.unloaded' },
    { type: 'xstate.done.actor.fetchLatestBuild', output: true },
    { type: 'xstate.done.actor.fetchLatestBuild', output: false },
    { type: 'xstate.error.actor.fetchLatestBuild', error: new Error('offline') },
  ],
})

const settleFetch = ({ happen, enhancements }: OpenApp, event: Answer) =>
  happen(() => enhancements.effects.fetchLatestBuild.settle(event))

const gestures: Gestures = {
  'connection.lost': (app) => receiveFromHub(app, { type: 'connection.lost' }),
  'connection.opened': async (app) => {
    await app.wait(1_000)
    await receiveFromHub(app, { type: 'connection.opened' })
  },
  'page.requested': ({ pop }) => pop('/next'),
  'page.unloaded': ({ pop }) => pop('/login'),
  'xstate.done.actor.fetchLatestBuild': settleFetch,
  'xstate.error.actor.fetchLatestBuild': settleFetch,
  'xstate.after.pollInterval.buildCheck.idle': ({ wait }) => wait(3_600_000),
}

afterEach(cleanup)

test.each(namedPaths(paths))('%s', async (_, path) => {
  const app = openApp('/', { payload, input: { hub }, inspect: coverage.inspect })
  await walkPath(app, app.appRef.system.get('buildCheck'), path, gestures)
  expect(app.enhancements.actions.includes('reload')).toBe(path.next.value === 'reloading')
  // An outdated build does not reload the current page.
  if (path.next.value === 'outdated') expect(screen.getByRole('heading').textContent).toBe('Hello')
})

coverage.expectAll()
