import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '#content/failure.ts'
import { comfortMachine } from '#machines/comfort.ts'
import {
  type Gestures,
  type OpenApp,
  answerPage,
  answered,
  heardFromHub,
  openApp,
  told,
  walk,
} from '../support/app.tsx'
import { cover } from '../support/coverage.ts'
import { component, pageOf } from '../support/page.ts'
import { type Answer, named, pathsOf } from '../support/paths.ts'

const coverage = cover(comfortMachine)
const title = component('Title', 'hello', { title: 'Hello' })
const payload = pageOf([title])
const hub = 'https://example.org/.well-known/mercure'

const paths = pathsOf(comfortMachine, {
  input: undefined,
  events: [
    { type: 'page.wanted', location: { path: '/', search: '', hash: '' }, token: 1, afresh: false },
    { type: 'page.left' },
    { type: 'page.settled', token: 1, page: payload.page! },
    { type: 'page.failed', token: 1, failure: new Failure('offline') },
    { type: 'message.received', id: '1', data: title },
    { type: 'line.lost' },
    { type: 'line.opened' },
    { type: 'network.returned' },
    { type: 'session.started' },
    { type: 'session.ended' },
    { type: 'xstate.done.actor.keepVisited' },
    { type: 'xstate.error.actor.keepVisited', error: new Error('not here') },
  ],
})

const answer = ({ happen, reading }: OpenApp, event: Answer) =>
  happen(() => reading.effects.keepVisited.settle(event))

let visits = 0
const leave = ({ pop }: OpenApp) => pop(`/next?visit=${(visits += 1)}`)

const gestures: Gestures = {
  'page.wanted': leave,
  'page.left': ({ pop }) => pop('/login'),
  'page.settled': async (app) => {
    await leave(app)
    await answerPage(app, payload)
  },
  'page.failed': async (app) => {
    await leave(app)
    await answered('fetchPayload')(app, {
      type: 'xstate.error.actor.fetchPayload',
      error: new Failure('offline'),
    })
  },
  'message.received': async (app) => {
    await heardFromHub(app, { type: 'connection.opened' })
    await heardFromHub(app, { type: 'message.received', id: '1', data: title })
  },
  'line.lost': (app) => heardFromHub(app, { type: 'connection.lost' }),
  'line.opened': (app) => heardFromHub(app, { type: 'connection.opened' }),
  'network.returned': async ({ happen, reading }) => {
    await happen(() => reading.says.network.say({ type: 'network.lost' }))
    await happen(() => reading.says.network.say({ type: 'network.returned' }))
  },
  'session.started': told('comfort'),
  'session.ended': told('comfort'),
  'xstate.done.actor.keepVisited': answer,
  'xstate.error.actor.keepVisited': answer,
  'xstate.after.keepDelay.comfort.resting': ({ wait }) => wait(2_000),
}

afterEach(cleanup)

test.each(named(paths))('%s', async (_, path) => {
  const app = openApp('/', { payload, input: { hub }, inspect: coverage.inspect })
  await walk(app, app.appRef.system.get('comfort'), path, gestures)
  const isForgotten = path.does.includes('forgetVisited')
  expect(app.reading.done.includes('forget visited')).toBe(isForgotten)
  // None of it is in the way of reading.
  expect(screen.queryAllByRole('progressbar')).toEqual([])
})

coverage.expectAll()
