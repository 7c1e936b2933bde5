import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { prefetchMachine } from '#machines/page/prefetch.ts'
import {
  type Gestures,
  type OpenApp,
  settlePage,
  settleEffect,
  receiveFromHub,
  openApp,
  openAppThenDeferred,
  signIn,
  signOut,
  walkPath,
} from '../../support/app.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { admin, reader } from '../../support/content/sample-resources.ts'
import { startFailuresIn } from '../../support/machines/enhancements.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(prefetchMachine)
const title = component('Title', 'hello', { title: 'Hello' })
const payload = pagePayload([title])
const next = pagePayload([component('Title', 'next', { title: 'Next' })], { path: '/next' })
const hub = 'https://example.org/.well-known/mercure'

const paths = coveringPaths(
  pathsOf(prefetchMachine, {
    input: undefined,
    events: [
      { type: 'link.visible', href: '/about' },
      { type: 'link.visible', href: '/blog' },
      { type: 'saveData.enabled' },
      { type: 'saveData.disabled' },
      { type: 'page.requested' },
      { type: 'page.loaded' },
      { type: 'page.failed' },
      { type: 'page.unloaded' },
      { type: 'message.received', data: title },
      { type: 'connection.lost' },
      { type: 'session.started' },
      { type: 'session.ended' },
      { type: 'xstate.done.actor.prefetchPages' },
      { type: 'xstate.error.actor.prefetchPages', error: new Error('offline') },
      { type: 'xstate.error.actor.watchLinks', error: new Error('no observer') },
      { type: 'xstate.error.actor.watchSaveData', error: new Error('no network information') },
    ],
  }),
)

const settlePrefetch = ({ happen, enhancements }: OpenApp, event: Answer) =>
  happen(() => enhancements.effects.prefetchPages.settle(event))

let visits = 0
const gestures: Gestures = {
  'link.visible': ({ happen, enhancements }, event) =>
    happen(() => enhancements.callbacks.links.send(event)),
  'saveData.enabled': ({ happen, enhancements }, event) =>
    happen(() => enhancements.callbacks.saveData.send(event)),
  'saveData.disabled': ({ happen, enhancements }, event) =>
    happen(() => enhancements.callbacks.saveData.send(event)),
  'page.requested': ({ pop }) => pop(`/next?visit=${(visits += 1)}`),
  'page.loaded': (app) => settlePage(app, next),
  'page.failed': (app) =>
    settleEffect('fetchPayload')(app, {
      type: 'xstate.error.actor.fetchPayload',
      error: new Failure('offline'),
    }),
  'page.unloaded': ({ pop }) => pop('/login?account=other'),
  'message.received': async (app) => {
    await receiveFromHub(app, { type: 'connection.opened' })
    await receiveFromHub(app, { type: 'message.received', id: '1', data: title })
  },
  'connection.lost': (app) => receiveFromHub(app, { type: 'connection.lost' }),
  // The page is requested again for the new user.
  'session.started': async (app) => {
    await signIn(app, admin)
    await settlePage(app, payload)
  },
  'session.ended': async (app) => {
    await signOut(app)
    await settlePage(app, payload)
  },
  'xstate.done.actor.prefetchPages': settlePrefetch,
  'xstate.error.actor.prefetchPages': settlePrefetch,
  // These effects fail when they are started.
  'xstate.error.actor.watchLinks': () => {},
  'xstate.error.actor.watchSaveData': () => {},
  'xstate.after.prefetchDelay.prefetch.waiting': ({ wait }) => wait(1_000),
}

afterEach(cleanup)

test.each(namedPaths(paths))('%s', async (_, path) => {
  const app = openApp('/', {
    payload,
    input: { hub, user: reader },
    failures: startFailuresIn(path),
    inspect: coverage.inspect,
  })
  await walkPath(app, app.appRef.system.get('prefetch'), path, gestures)
  expect(app.appRef.system.get('prefetch').getSnapshot().context).toEqual(path.next.context)
  const { effects } = path
  if (effects.includes('evictAll')) expect(app.enhancements.actions.at(-1)).toBe('drop all')
  if (effects.includes('evictChanged'))
    expect(app.enhancements.actions.at(-1)).toBe(`drop ${title['@id']}`)
})

test('goes on after only the query has changed, which needs no request', async () => {
  const app = await openAppThenDeferred('/', { payload, inspect: coverage.inspect })
  await app.wait(1_000)
  await app.pop('/?search=curtain')
  await app.wait(1_000)
  expect(app.appRef.system.get('prefetch').getSnapshot().matches('watching')).toBe(true)
})

test('prefetching changes nothing on the page', async () => {
  const app = openApp('/', { payload, inspect: coverage.inspect })
  await app.wait(1_000)
  await app.happen(() =>
    app.enhancements.callbacks.links.send({ type: 'link.visible', href: '/next' }),
  )
  expect(app.enhancements.effects.prefetchPages.calls.map(({ input }) => input.hrefs)).toEqual([
    ['/next'],
  ])
  await app.wait(1_000)
  expect(screen.getByRole('heading').textContent).toBe('Hello')
  expect(screen.queryByRole('progressbar')).toBeNull()
})

coverage.expectAll()
