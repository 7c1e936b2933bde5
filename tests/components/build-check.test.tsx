import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { buildCheckMachine } from '#machines/build-check.ts'
import { type Gestures, type OpenApp, heardFromHub, openApp, walk } from '../support/app.tsx'
import { cover } from '../support/coverage.ts'
import { component, pageOf } from '../support/page.ts'
import { type Answer, named, pathsOf } from '../support/paths.ts'

const coverage = cover(buildCheckMachine)
const payload = pageOf([component('Title', 'hello', { title: 'Hello' })])
const hub = 'https://example.org/.well-known/mercure'

const paths = pathsOf(buildCheckMachine, {
  input: undefined,
  events: [
    { type: 'line.lost' },
    { type: 'line.opened' },
    { type: 'page.wanted' },
    { type: 'page.left' },
    { type: 'xstate.done.actor.readLatest', output: true },
    { type: 'xstate.done.actor.readLatest', output: false },
    { type: 'xstate.error.actor.readLatest', error: new Error('offline') },
  ],
})

const answer = ({ happen, reading }: OpenApp, event: Answer) =>
  happen(() => reading.effects.readLatest.settle(event))

const gestures: Gestures = {
  'line.lost': (app) => heardFromHub(app, { type: 'connection.lost' }),
  'line.opened': async (app) => {
    await app.wait(1_000)
    await heardFromHub(app, { type: 'connection.opened' })
  },
  'page.wanted': ({ pop }) => pop('/next'),
  'page.left': ({ pop }) => pop('/login'),
  'xstate.done.actor.readLatest': answer,
  'xstate.error.actor.readLatest': answer,
  'xstate.after.pollInterval.buildCheck.resting': ({ wait }) => wait(3_600_000),
}

afterEach(cleanup)

test.each(named(paths))('%s', async (_, path) => {
  const app = openApp('/', { payload, input: { hub }, inspect: coverage.inspect })
  await walk(app, app.appRef.system.get('buildCheck'), path, gestures)
  expect(app.reading.done.includes('reload')).toBe(path.next.value === 'reloading')
  // Nobody is disturbed where they are.
  if (path.next.value === 'outdated') expect(screen.getByRole('heading').textContent).toBe('Hello')
})

coverage.expectAll()
