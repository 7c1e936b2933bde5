import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { errorPageMachine } from '#machines/page/error-page.ts'
import { errorTitleOf } from '#src/views/screens/error-titles.ts'
import {
  type Gestures,
  type OpenApp,
  settlePage,
  openApp,
  receiveFromHub,
  restoreNetwork,
  walkPath,
} from '../../support/app.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(errorPageMachine)
const at = (path: string) =>
  pagePayload([component('Title', 'hello', { title: 'Hello' })], { path })
const details = { status: 404, message: 'Page not found: /gone' }
const failure = failureFromStatus(404, details)
const hub = 'https://example.org/.well-known/mercure'

const events = [
  { type: 'page.failed', failure },
  { type: 'page.loaded' },
  { type: 'page.unloaded' },
  { type: 'home.requested' },
  { type: 'connection.opened' },
  { type: 'network.restored' },
] as const

const offline = new Failure('offline')
const paths = [{ failure: null }, { failure }, { failure: offline }].flatMap((input) =>
  pathsOf(errorPageMachine, { input, events }),
)

/** Goes to a new path through the browser's history, since an error page has no links to pages. */
let visitCount = 0
const goElsewhere = async (app: OpenApp) => {
  const path = `/place/${(visitCount += 1)}`
  await app.pop(path)
  return path
}

const gestures: Gestures = {
  'page.failed': async (app) => {
    await goElsewhere(app)
    await settlePage(app, { status: 404, page: null, entries: [], failure: details })
  },
  'page.loaded': async (app) => {
    await settlePage(app, at(await goElsewhere(app)))
  },
  'page.unloaded': ({ follow }) => follow('Sign in'),
  'home.requested': ({ press }) => press('Go back home'),
  'connection.opened': (app) => receiveFromHub(app, { type: 'connection.opened' }),
  'network.restored': restoreNetwork,
}

afterEach(cleanup)

test.each(namedPaths(paths))('%s', async (_, path) => {
  const app = openApp('/gone', {
    ...(!path.input.failure && { payload: at('/gone') }),
    input: { ...path.input, hub },
    loading: { errorView: controlledPromise<unknown, undefined>() },
    inspect: coverage.inspect,
  })
  await walkPath(app, app.appRef.getSnapshot().children.errorPage!, path, gestures)
  const otherwise = path.events.at(-1)?.type === 'page.unloaded' ? 'Sign in' : 'Hello'
  const shown = path.next.context.failure
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
    shown ? errorTitleOf(shown) : otherwise,
  )
  expect(screen.queryAllByText(details.message)).toHaveLength(shown?.status === 404 ? 1 : 0)
})

test('the error page stays until the home page has loaded', async () => {
  const app = openApp('/gone', { input: { failure }, inspect: coverage.inspect })
  await app.press('Go back home')
  expect(app.address).toEqual(['/'])
  expect(screen.getByRole('heading').textContent).toBe('This Page Doesn’t Exist')
  await settlePage(app, at('/'))
  expect(screen.getByRole('heading').textContent).toBe('Hello')
})

const Recorded = ({ failure: { message } }: { failure: Failure }) => <h1>Sorry: {message}</h1>

test('shows the view that it is given until its own is loaded, and tries again with the next failure', async () => {
  const errorView = controlledPromise<unknown, undefined>()
  const app = openApp('/gone', {
    payload: at('/gone'),
    loading: { errorView },
    inspect: coverage.inspect,
  })
  const fail = async () => {
    await goElsewhere(app)
    await settlePage(app, { status: 404, page: null, entries: [], failure: details })
  }
  const heading = () => screen.getByRole('heading', { level: 1 }).textContent
  await fail()
  expect(heading()).toBe('This Page Doesn’t Exist')
  await app.happen(() =>
    errorView.settle({ type: 'xstate.error.actor.loadErrorView', error: offline }),
  )
  await fail()
  await app.happen(() =>
    errorView.settle({ type: 'xstate.done.actor.loadErrorView', output: Recorded }),
  )
  expect(heading()).toBe(`Sorry: ${details.message}`)
})

test('loads its code with a navigation, before that can fail', async () => {
  const errorView = controlledPromise<unknown, undefined>()
  const app = openApp('/gone', {
    payload: at('/gone'),
    loading: { errorView },
    inspect: coverage.inspect,
  })
  app.appRef.getSnapshot().children.errorPage!.send({ type: 'view.requested' })
  expect(errorView.calls).toHaveLength(1)
})

coverage.expectAll({
  'errorPage.view.unloaded view.requested':
    'Sent by the effects that load the code of a navigation.',
})
