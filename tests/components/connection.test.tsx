import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { connectionMachine } from '#machines/connection.ts'
import { type Gestures, heardFromHub, openApp, told, walk } from '../support/app.tsx'
import { cover } from '../support/coverage.ts'
import { component, pageOf } from '../support/page.ts'
import { named, pathsOf } from '../support/paths.ts'

const coverage = cover(connectionMachine)
const title = component('Title', 'hello', { title: 'Hello' })
const payload = pageOf([title])
const hub = 'https://example.org/.well-known/mercure'

const paths = [hub, null].flatMap((known) =>
  pathsOf(connectionMachine, {
    input: { hub: known, lastEventId: null },
    events: [
      { type: 'hub.found', url: hub },
      { type: 'session.changed' },
      { type: 'network.returned' },
      { type: 'connection.opened' },
      { type: 'connection.lost' },
      { type: 'message.received', id: '1', data: title },
    ],
  }),
)

const gestures: Gestures = {
  'hub.found': told('live'),
  'session.changed': told('live'),
  'network.returned': told('live'),
  'connection.opened': heardFromHub,
  'connection.lost': heardFromHub,
  'message.received': heardFromHub,
  'xstate.after.retryDelay.connection.retrying': ({ wait }) => wait(1_000),
}

afterEach(cleanup)

test.each(named(paths))('%s', async (_, path) => {
  const app = openApp('/', {
    payload,
    input: { hub: path.input.hub },
    inspect: coverage.inspect,
  })
  await walk(app, app.appRef.system.get('connection'), path, gestures)
  const isListening = ['connecting', 'open'].includes(path.next.value)
  expect(app.hub.open()).toBe(isListening ? 1 : 0)
  // Whatever becomes of the line, the page is there.
  expect(screen.getByRole('heading').textContent).toBe('Hello')
})

coverage.expectAll()
