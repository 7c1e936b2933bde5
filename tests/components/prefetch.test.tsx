import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '#content/failure.ts'
import { prefetchMachine } from '#machines/prefetch.ts'
import {
  type Gestures,
  type OpenApp,
  answerPage,
  answered,
  heardFromHub,
  openApp,
  walk,
} from '../support/app.tsx'
import { cover } from '../support/coverage.ts'
import { component, pageOf } from '../support/page.ts'
import { type Answer, enough, named, pathsOf } from '../support/paths.ts'

const coverage = cover(prefetchMachine)
const title = component('Title', 'hello', { title: 'Hello' })
const payload = pageOf([title])
const next = pageOf([component('Title', 'next', { title: 'Next' })], { path: '/next' })
const hub = 'https://example.org/.well-known/mercure'

const paths = enough(
  pathsOf(prefetchMachine, {
    input: undefined,
    events: [
      { type: 'link.seen', href: '/about' },
      { type: 'link.seen', href: '/blog' },
      { type: 'thrift.began' },
      { type: 'thrift.ended' },
      { type: 'page.wanted' },
      { type: 'page.settled' },
      { type: 'page.failed' },
      { type: 'page.left' },
      { type: 'message.received', data: title },
      { type: 'line.lost' },
      { type: 'session.changed' },
      { type: 'xstate.done.actor.readAhead' },
      { type: 'xstate.error.actor.readAhead', error: new Error('offline') },
      { type: 'xstate.error.actor.watchLinks', error: new Error('no observer') },
      { type: 'xstate.error.actor.watchThrift', error: new Error('no network information') },
    ],
  }),
)

const failed = ({ happen, appRef }: OpenApp, event: never) =>
  happen(() => appRef.system.get('prefetch').send(event))
const read = ({ happen, reading }: OpenApp, event: Answer) =>
  happen(() => reading.effects.readAhead.settle(event))

let visits = 0
const gestures: Gestures = {
  'link.seen': ({ happen, reading }, event) => happen(() => reading.says.links.say(event)),
  'thrift.began': ({ happen, reading }, event) => happen(() => reading.says.thrift.say(event)),
  'thrift.ended': ({ happen, reading }, event) => happen(() => reading.says.thrift.say(event)),
  'page.wanted': ({ pop }) => pop(`/next?visit=${(visits += 1)}`),
  'page.settled': (app) => answerPage(app, next),
  'page.failed': (app) =>
    answered('fetchPayload')(app, {
      type: 'xstate.error.actor.fetchPayload',
      error: new Failure('offline'),
    }),
  'page.left': ({ pop }) => pop('/login'),
  'message.received': async (app) => {
    await heardFromHub(app, { type: 'connection.opened' })
    await heardFromHub(app, { type: 'message.received', id: '1', data: title })
  },
  'line.lost': (app) => heardFromHub(app, { type: 'connection.lost' }),
  'session.changed': ({ happen, appRef }) =>
    happen(() => appRef.system.get('prefetch').send({ type: 'session.changed' })),
  'xstate.done.actor.readAhead': read,
  'xstate.error.actor.readAhead': read,
  'xstate.error.actor.watchLinks': failed,
  'xstate.error.actor.watchThrift': failed,
  'xstate.after.prefetchDelay.prefetch.waiting': ({ wait }) => wait(1_000),
}

afterEach(cleanup)

test.each(named(paths))('%s', async (_, path) => {
  const app = openApp('/', { payload, input: { hub }, inspect: coverage.inspect })
  await walk(app, app.appRef.system.get('prefetch'), path, gestures)
  expect(app.appRef.system.get('prefetch').getSnapshot().context).toEqual(path.next.context)
  const { does } = path
  if (does.includes('dropAll')) expect(app.reading.done.at(-1)).toBe('drop all')
  if (does.includes('dropChanged')) expect(app.reading.done.at(-1)).toBe(`drop ${title['@id']}`)
})

test('what is read ahead shows nothing by itself', async () => {
  const app = openApp('/', { payload, inspect: coverage.inspect })
  await app.wait(1_000)
  await app.happen(() => app.reading.says.links.say({ type: 'link.seen', href: '/next' }))
  expect(app.reading.effects.readAhead.heard.map(({ input }) => input.hrefs)).toEqual([['/next']])
  await app.wait(1_000)
  expect(screen.getByRole('heading').textContent).toBe('Hello')
  expect(screen.queryByRole('progressbar')).toBeNull()
})

coverage.expectAll()
