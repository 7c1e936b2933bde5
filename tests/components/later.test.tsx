import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failureOf } from '#content/failure.ts'
import { type Later, laterMachine } from '#machines/later.ts'
import {
  type Gestures,
  type OpenApp,
  answerPage,
  openApp,
  saidToRoot,
  told,
  walk,
} from '../support/app.tsx'
import { cover } from '../support/coverage.ts'
import { component, pageOf } from '../support/page.ts'
import { type Answer, named, pathsOf, puppet, quiet } from '../support/paths.ts'

const coverage = cover(laterMachine)
const payload = pageOf([component('Title', 'hello', { title: 'Hello' })])
const next = pageOf([component('Title', 'next', { title: 'Next' })], { path: '/next' })
const hub = 'https://example.org/.well-known/mercure'

const loaded = {
  type: 'xstate.done.actor.loadLater' as const,
  output: { live: quiet, comfort: quiet } as Later,
}
const paths = pathsOf(laterMachine, {
  input: { hub, lastEventId: null, page: payload.page },
  events: [
    { type: 'page.idle' },
    { type: 'hub.found', url: hub },
    { type: 'network.returned' },
    { type: 'site.reached' },
    { type: 'session.changed' },
    { type: 'page.settled', page: next.page! },
    { type: 'page.left' },
    { type: 'requests.busy' },
    { type: 'requests.idle' },
    { type: 'change.saved', saved: { resource: null } },
    { type: 'resource.removed', iri: '/component/titles/gone' },
    loaded,
    { type: 'xstate.error.actor.loadLater', error: failureOf(503) },
  ],
})

/** Of many requests the test knows one. */
const request = 'slow'

const open = () => {
  const loading = puppet<Later, undefined>()
  const app = openApp('/', {
    payload,
    input: { hub },
    loading: { later: loading },
    inspect: coverage.inspect,
  })
  const answer = (event: Answer) =>
    app.happen(() => loading.settle('error' in event ? event : { ...event, output: app.later }))
  return { ...app, answer }
}

afterEach(cleanup)

test.each(named(paths))('%s', async (_, path) => {
  const { answer, ...app } = open()
  const gestures: Gestures = {
    'page.idle': saidToRoot,
    'hub.found': saidToRoot,
    'network.returned': told('later'),
    'site.reached': told('later'),
    'session.changed': told('later'),
    'page.settled': async () => {
      await app.pop('/next')
      await answerPage(app, next)
    },
    'page.left': () => app.pop('/login'),
    'requests.busy': ({ happen, appRef }: OpenApp) =>
      happen(() => appRef.system.get('requests').send({ type: 'request.started', id: request })),
    'requests.idle': async ({ happen, appRef }: OpenApp) => {
      const requestsRef = appRef.system.get('requests')
      // There is an end where there was a beginning.
      await happen(() => requestsRef.send({ type: 'request.started', id: request }))
      await happen(() => requestsRef.send({ type: 'request.finished', id: request }))
    },
    'change.saved': told('later'),
    'resource.removed': told('later'),
    'xstate.done.actor.loadLater': (_app: OpenApp, event: Answer) => answer(event),
    'xstate.error.actor.loadLater': (_app: OpenApp, event: Answer) => answer(event),
    'xstate.after.retryDelay.later.retrying': ({ wait }: OpenApp) => wait(5_000),
  }
  await walk(app, app.appRef.system.get('later'), path, gestures)
  // Nobody listens before there is a page to read.
  expect(app.hub.open()).toBe(path.next.value === 'present' ? 1 : 0)
})

test('live updates begin with what has become of the page by then', async () => {
  const { answer, happen, pop, ...app } = open()
  await happen(() => app.appRef.send({ type: 'page.idle' }))
  await pop('/next')
  await answerPage({ ...app, happen } as OpenApp, next)
  await happen(() =>
    app.appRef.system.get('requests').send({ type: 'request.started', id: request }),
  )
  await answer(loaded)
  expect(screen.getByRole('heading').textContent).toBe('Next')
  const live = app.appRef.system.get('live').getSnapshot()
  expect(live.value).toMatchObject({ requests: 'busy' })
  expect(live.context.current).toEqual(next.page!.resources)
})

coverage.expectAll()
