import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from '#content/failure.ts'
import type { Resource } from '#content/resource.ts'
import { hasUpdate, liveMachine } from '#machines/live.ts'
import { counted } from '#src/app/effects.ts'
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
import { enough, named, pathsOf } from '../support/paths.ts'

const coverage = cover(liveMachine)
const hub = 'https://example.org/.well-known/mercure'
const title = component('Title', 'hello', { title: 'Hello' })
const payload = pageOf([title])
const next = pageOf([component('Title', 'next', { title: 'Next' })], { path: '/next' })

const changed: Resource = { ...title, title: 'Changed' }
const staged = { iri: changed['@id'], item: { resource: changed } }
const message = { type: 'message.received' as const, id: '1', data: changed }

const paths = enough(
  pathsOf(liveMachine, {
    input: { hub, lastEventId: null, page: payload.page },
    events: [
      { type: 'hub.found', url: hub },
      { type: 'network.returned' },
      { type: 'session.changed' },
      message,
      { type: 'requests.busy' },
      { type: 'requests.idle' },
      { type: 'page.settled', page: next.page! },
      { type: 'page.left' },
      { type: 'change.saved', saved: { resource: changed } },
      { type: 'resource.removed', iri: changed['@id'] },
      { type: 'update.requested' },
      { type: 'xstate.done.actor.prepareUpdate', output: [staged] },
      { type: 'xstate.error.actor.prepareUpdate', error: new Failure('offline') },
    ],
  }),
)

const answers: (() => void)[] = []

const gestures: Gestures = {
  'hub.found': told('live'),
  'network.returned': told('live'),
  'session.changed': told('live'),
  'message.received': async (app: OpenApp) => {
    await heardFromHub(app, { type: 'connection.opened' })
    await heardFromHub(app, message)
  },
  'requests.busy': ({ appRef, happen }) =>
    happen(() => {
      const request = new Promise<void>((resolve) => answers.push(resolve))
      counted({ system: appRef.system, self: { sessionId: 'request' } }, request).catch(() => {})
    }),
  'requests.idle': ({ happen }) => happen(() => answers.pop()!()),
  'page.settled': async (app) => {
    await app.pop('/next')
    await answerPage(app, next)
  },
  'page.left': ({ pop }) => pop('/login'),
  'change.saved': told('live'),
  'resource.removed': told('live'),
  'update.requested': ({ press }) => press('Update'),
  'xstate.done.actor.prepareUpdate': answered('prepareUpdate'),
  'xstate.error.actor.prepareUpdate': answered('prepareUpdate'),
  'xstate.after.gatherTime.live.queue.gathering': ({ wait }) => wait(250),
  'xstate.after.restTime.live.queue.resting': ({ wait }) => wait(5_000),
}

afterEach(() => {
  answers.length = 0
  cleanup()
})

test.each(named(paths))('%s', async (_, path) => {
  const app = openApp('/', { payload, input: { hub }, inspect: coverage.inspect })
  await walk(app, app.appRef.system.get('live'), path, gestures)
  await vi.waitFor(() =>
    expect(screen.queryAllByText('This page has changed')).toHaveLength(
      hasUpdate(path.next) ? 1 : 0,
    ),
  )
})

test('a page changes under nobody’s eyes, only when they say so', async () => {
  const app = openApp('/', { payload, input: { hub }, inspect: coverage.inspect })
  await gestures['message.received']!(app, message as never)
  await app.wait(250)
  await answered('prepareUpdate')(app, {
    type: 'xstate.done.actor.prepareUpdate',
    output: [staged],
  })
  const heading = screen.getByRole('heading')
  expect(heading.textContent).toBe('Hello')
  await app.press('Update')
  expect(heading.textContent).toBe('Changed')
  expect(screen.queryByText('This page has changed')).toBeNull()
})

coverage.expectAll()
