import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '#content/failure.ts'
import { isDrawn, isFinishing, progressMachine } from '#machines/progress.ts'
import { type Gestures, answerPage, answered, openApp, walk } from '../support/app.tsx'
import { cover } from '../support/coverage.ts'
import { component, pageOf } from '../support/page.ts'
import { named, pathsOf } from '../support/paths.ts'

const coverage = cover(progressMachine)
const payload = pageOf([component('Title', 'hello', { title: 'Hello' })])
const next = pageOf([component('Title', 'next', { title: 'Next' })], { path: '/next' })

const paths = pathsOf(progressMachine, {
  input: undefined,
  events: [
    { type: 'page.wanted' },
    { type: 'page.settled' },
    { type: 'page.failed' },
    { type: 'page.left' },
  ],
})

let visits = 0
const gestures: Gestures = {
  'page.wanted': ({ pop }) => pop(`/next?visit=${(visits += 1)}`),
  'page.settled': (app) => answerPage(app, next),
  'page.failed': (app) =>
    answered('fetchPayload')(app, {
      type: 'xstate.error.actor.fetchPayload',
      error: new Failure('offline'),
    }),
  'page.left': ({ pop }) => pop('/login'),
  'xstate.after.flashTime.progress.waiting': ({ wait }) => wait(200),
  'xstate.after.finishDelay.progress.finishing': ({ wait }) => wait(100),
}

const bar = () => screen.queryByRole('progressbar', { name: 'Loading the page' })

afterEach(cleanup)

test.each(named(paths))('%s', async (_, path) => {
  const app = openApp('/', { payload, inspect: coverage.inspect })
  await walk(app, app.appRef.system.get('progress'), path, gestures)
  const percent = isFinishing(path.next) ? '100' : isDrawn(path.next) ? '3' : undefined
  expect(bar()?.getAttribute('aria-valuenow')).toBe(percent)
})

test('draws how much of what was asked for together has come', async () => {
  const app = openApp('/', { payload, inspect: coverage.inspect })
  await app.pop('/next')
  await app.wait(200)
  const requestsRef = app.appRef.getSnapshot().children.requests!
  await app.happen(() => {
    for (const id of ['1', '2', '3']) requestsRef.send({ type: 'request.started', id })
    requestsRef.send({ type: 'request.finished', id: '1' })
  })
  expect(bar()?.getAttribute('aria-valuenow')).toBe('33')
  expect(bar()?.style.inlineSize).toBe('33%')
})

coverage.expectAll()
