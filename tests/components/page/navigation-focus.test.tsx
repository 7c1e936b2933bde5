import { cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { locationOf } from '#content/navigation/location.ts'
import { navigationFocusMachine } from '#machines/page/navigation-focus.ts'
import { lazyView } from '#src/ui/lazy/lazy-view.tsx'
import { AppScreen } from '#src/app/shell/AppScreen.tsx'
import type { ScreenViews } from '#src/app/shell/Screen.tsx'
import { type OpenApp, openApp, settlePage, restoreNetwork } from '../../support/app.tsx'
import { cover } from '../../support/machines/coverage.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'

const coverage = cover(navigationFocusMachine)
afterEach(cleanup)

const links = `
  <a href="/next">Next</a>
  <a href="/other">Other</a>
  <a href="#there">There</a>
  <a href="/">Here</a>`
const page = (title: string, path: string) =>
  pagePayload(
    [component('Title', title, { title }), component('HtmlContent', 'a', { html: links })],
    {
      path,
      title,
    },
  )
const payload = page('Home', '/')
const next = page('Next page', '/next')
const other = page('Other page', '/other')

const open = () => openApp('/', { payload, inspect: coverage.inspect })

const announcements = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

/** Changes the query as a collection does, without another entry of the history. */
const replace = ({ appRef, happen }: OpenApp, href: string) =>
  happen(() =>
    appRef.system.get('navigation').send({
      type: 'navigation.requested',
      to: locationOf(href),
      source: 'code',
      replace: true,
    }),
  )

test('a followed link leads to the top of the page, whose title is announced', async () => {
  const app = open()
  await app.follow('Next')
  expect(app.arrivals).toEqual([])
  await settlePage(app, next)
  expect(app.arrivals).toEqual(['start', 'heading'])
  expect(announcements()).toContain(document.title)
  expect(document.title).toContain('Next page')
  await app.follow('Other')
  await settlePage(app, other)
  expect(app.arrivals).toEqual(['start', 'heading', 'start', 'heading'])
  expect(announcements()).toContain(document.title)
})

test('a hash leads to its element, and the focus stays', async () => {
  const app = open()
  await app.follow('There')
  expect(app.arrivals).toEqual(['start'])
  expect(announcements().join('')).toBe('')
})

test('Back leads to where the page was left', async () => {
  const app = open()
  await app.pop('/next')
  await settlePage(app, next)
  expect(app.arrivals).toEqual(['saved position', 'heading'])
  await app.pop('/next#there')
  expect(app.arrivals).toEqual(['saved position', 'heading', 'saved position'])
})

test('an error page scrolls to the top', async () => {
  const app = open()
  await app.pop('/next')
  await settlePage(app, next)
  const { pageRequest } = app.appRef.getSnapshot().children
  await app.happen(() => pageRequest!.send({ type: 'session.ended' }))
  await settlePage(app, { page: null, entries: [], status: 404 })
  expect(app.arrivals).toEqual(['saved position', 'heading', 'start', 'heading'])
})

test('replacing the query of the first page does not scroll', async () => {
  const app = open()
  await replace(app, '/?page=2')
  expect(app.arrivals).toEqual([])
})

test('replacing the query after a navigation does not scroll', async () => {
  const app = open()
  await app.pop('/next')
  await settlePage(app, next)
  await replace(app, '/next?page=2')
  expect(app.arrivals).toEqual(['saved position', 'heading'])
})

test('a page that is requested again after an error does not scroll', async () => {
  const offline = new Failure('offline')
  const app = openApp('/', { input: { failure: offline }, inspect: coverage.inspect })
  await restoreNetwork(app)
  await settlePage(app, payload)
  expect(app.arrivals).toEqual(['heading'])
})

test('a page that was entered and failed is requested again where it is', async () => {
  const app = open()
  await app.pop('/next')
  await app.happen(() =>
    app.effects.fetchPayload.settle({
      type: 'xstate.error.actor.fetchPayload',
      error: new Failure('offline'),
    }),
  )
  await restoreNetwork(app)
  await settlePage(app, next)
  expect(app.arrivals).toEqual(['saved position', 'heading', 'heading'])
})

test('a page that loads after an error has its heading focused', async () => {
  const app = open()
  await replace(app, '/?page=2')
  const { pageRequest } = app.appRef.getSnapshot().children
  await app.happen(() => pageRequest!.send({ type: 'session.ended' }))
  await app.happen(() =>
    app.effects.fetchPayload.settle({
      type: 'xstate.error.actor.fetchPayload',
      error: new Failure('offline'),
    }),
  )
  expect(app.arrivals).toEqual(['heading'])
  const { network } = app.enhancements.callbacks
  await app.happen(() => network.send({ type: 'network.lost' }))
  await app.happen(() => network.send({ type: 'network.restored' }))
  expect(app.arrivals).toEqual(['heading'])
  await settlePage(app, payload)
  expect(app.arrivals).toEqual(['heading', 'heading'])
})

test('the first page that is loaded after the start scrolls to the top', async () => {
  const app = openApp('/', { inspect: coverage.inspect })
  await settlePage(app, payload)
  expect(app.arrivals).toEqual(['start', 'heading'])
})

test('a navigation before the code has loaded scrolls and focuses the heading afterwards', async () => {
  const ready = controlledPromise<void, undefined>()
  const app = openApp('/', { payload, loading: { pageReady: ready }, inspect: coverage.inspect })
  await app.pop('/next')
  await settlePage(app, next)
  expect(app.arrivals).toEqual(['saved position', 'heading'])
  expect(announcements()).toContain(document.title)
})

test('an app screen has its heading focused once its code has loaded', async () => {
  let load = (_: ScreenViews['AppScreen']) => {}
  const app = openApp('/', {
    payload,
    AppScreen: lazyView(() => new Promise((resolve) => (load = resolve))),
    inspect: coverage.inspect,
  })
  await app.pop('/login')
  expect(screen.queryByRole('main')).toBeNull()
  expect(app.arrivals).toEqual([])
  await app.happen(() => load(AppScreen))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sign in')
  expect(app.arrivals).toEqual(['saved position', 'heading'])
  expect(announcements()).toContain(document.title)
})

test('an app screen whose code cannot be loaded moves the focus as well', async () => {
  const app = openApp('/', {
    payload,
    AppScreen: lazyView(() => Promise.reject(new Error('The connection was lost.')), {
      Missing: ({ children }: { children?: ReactNode }) => children,
    }),
    inspect: coverage.inspect,
  })
  await app.pop('/login')
  expect(app.arrivals).toEqual(['saved position', 'heading'])
})

coverage.expectAll()
