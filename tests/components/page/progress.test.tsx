import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { isVisible, isFinishing, progressMachine } from '#machines/page/progress.ts'
import {
  type Gestures,
  settlePage,
  settleEffect,
  openApp,
  openAppThenDeferred,
  walkPath,
} from '../../support/app.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(progressMachine)
const payload = pagePayload([component('Title', 'hello', { title: 'Hello' })])
const next = pagePayload([component('Title', 'next', { title: 'Next' })], { path: '/next' })

const paths = pathsOf(progressMachine, {
  input: undefined,
  events: [
    { type: 'page.requested' },
    { type: 'page.loaded' },
    { type: 'page.failed' },
    { type: 'page.unloaded' },
  ],
})

let visits = 0
const gestures: Gestures = {
  'page.requested': ({ pop }) => pop(`/next/${(visits += 1)}`),
  'page.loaded': (app) => settlePage(app, next),
  'page.failed': (app) =>
    settleEffect('fetchPayload')(app, {
      type: 'xstate.error.actor.fetchPayload',
      error: new Failure('offline'),
    }),
  'page.unloaded': ({ pop }) => pop('/login'),
  'xstate.after.showDelay.progress.waiting': ({ wait }) => wait(200),
  'xstate.after.finishDelay.progress.finishing': ({ wait }) => wait(100),
}

const bar = () => screen.queryByRole('progressbar', { name: 'Loading the page' })

afterEach(cleanup)

test.each(namedPaths(paths))('%s', async (_, path) => {
  const app = openApp('/', { payload, inspect: coverage.inspect })
  await walkPath(app, app.appRef.system.get('progress'), path, gestures)
  const percent = isFinishing(path.next) ? '100' : isVisible(path.next) ? '3' : undefined
  expect(bar()?.getAttribute('aria-valuenow')).toBe(percent)
})

test('stays hidden when only the query changes, which needs no request', async () => {
  const app = await openAppThenDeferred('/', { payload, inspect: coverage.inspect })
  await app.pop('/?search=curtain')
  await app.wait(200)
  expect(bar()).toBeNull()
})

test('shows the share of finished requests', async () => {
  const app = openApp('/', { payload, inspect: coverage.inspect })
  await app.pop('/next')
  await app.wait(200)
  const requestTrackerRef = app.appRef.getSnapshot().children.requestTracker!
  await app.happen(() => {
    for (const id of ['1', '2', '3']) requestTrackerRef.send({ type: 'request.started', id })
    requestTrackerRef.send({ type: 'request.finished', id: '1' })
  })
  expect(bar()?.getAttribute('aria-valuenow')).toBe('33')
  expect(bar()?.style.inlineSize).toBe('33%')
})

coverage.expectAll()
