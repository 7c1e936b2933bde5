import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { isAuthPath } from '#content/navigation/path-patterns.ts'
import { type Location, hrefOf } from '#content/navigation/location.ts'
import { pageRequestMachine } from '#machines/page/page-request.ts'
import { loadEditor } from '#src/app/lazy/load-editor.ts'
import {
  type Gestures,
  openApp,
  settleEffect,
  settlePage,
  signOut,
  walkPath,
} from '../../support/app.tsx'
import { openEditor, signInAgain } from '../../support/editor.tsx'
import { pagePayload, component } from '../../support/content/page-payload.ts'
import { admin, reader } from '../../support/content/sample-resources.ts'
import { createSiteRegistry } from '../../support/ui/site-registry.ts'
import { cover } from '../../support/machines/coverage.ts'
import { committed, startAt } from '../../support/machines/page-requests.ts'
import { type Path, coveringPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(pageRequestMachine)
const editor = await loadEditor(createSiteRegistry())
afterEach(cleanup)

const at = (path: string) => pagePayload([component('Title', 'here', { title: path })], { path })
const about = at('/about')
const failure = failureFromStatus(404)

type PageRequestPath = Path<typeof pageRequestMachine>

/** A session starts or ends at most once in a path. */
const isPossible = ({ events }: PageRequestPath) =>
  events.filter(({ type }) => type.startsWith('session.')).length < 2

const inputs = [
  startAt('/about'),
  startAt('/login'),
  { ...startAt('/about'), page: about.page },
  { ...startAt('/about'), failure },
]

const paths = inputs.flatMap((input) =>
  coveringPaths(
    pathsOf(pageRequestMachine, {
      input,
      events: [
        committed('/about'),
        committed('/other'),
        committed('/about#team'),
        committed('/login'),
        committed('/_cwa/pages', failure),
        { type: 'session.started' },
        { type: 'session.ended' },
        ...[1, 2].flatMap((token) => [
          { type: 'page.loaded' as const, token, page: about.page! },
          { type: 'page.redirected' as const, token, to: '/other' },
          { type: 'page.failed' as const, token, failure },
        ]),
        { type: 'xstate.error.actor.followRedirect', error: new Failure('unexpected') },
      ],
      distinguishBy: ({ location }) => [location?.path],
    }).filter(isPossible),
  ),
)

const emptyPayload = { page: null, entries: [] }

const gestures: Gestures = {
  'location.committed': async (
    app,
    { location, failure: error }: { location: Location; failure: Failure | null },
  ) => {
    await app.pop(hrefOf(location))
    if (error) await settleEffect('authorize')(app, { type: 'xstate.error.actor.authorize', error })
    else if (isAuthPath(location.path))
      await settleEffect('authorize')(app, { type: 'xstate.done.actor.authorize', output: null })
  },
  'session.started': (app) =>
    settleEffect('readSession')(app, { type: 'xstate.done.actor.readSession', output: admin }),
  'session.ended': signOut,
  'page.loaded': (app) => settlePage(app, at(app.location().path)),
  'page.redirected': (app, { to }: { to: string }) =>
    settlePage(app, { ...emptyPayload, status: 308, redirect: to }),
  'page.failed': (app) => settlePage(app, { ...emptyPayload, status: 404 }),
  'xstate.error.actor.followRedirect': settleEffect('followRedirect'),
}

/** Returns the expected heading, or null while a page is pending and the previous heading stays. */
const headingAfter = ({ next, events }: PageRequestPath) => {
  const { path } = next.context.location!
  const last = events.at(-1)
  if (last?.type === 'page.failed') return 'This Page Doesn’t Exist'
  if (last?.type === 'location.committed' && last.failure) return 'This Page Doesn’t Exist'
  if (!next.matches('idle')) return null
  if (isAuthPath(path)) return 'Sign in'
  return last?.type === 'page.loaded' ? path : null
}

/** Returns the session with which the app starts, so that it can start or end in the path. */
const sessionOf = ({ events }: PageRequestPath) => ({
  user: events.some(({ type }) => type === 'session.ended') ? reader : null,
  hasSessionHint: events.some(({ type }) => type === 'session.started'),
})

for (const path of paths) {
  const { input } = path
  test(`at ${hrefOf(input.location)}: ${path.name}`, async () => {
    const app = openApp(hrefOf(input.location), {
      ...(input.page && { payload: about }),
      input: { failure: input.failure, ...sessionOf(path) },
      controlsAuthorization: true,
      editor,
      inspect: coverage.inspect,
    })
    await walkPath(app, app.appRef.getSnapshot().children.pageRequest!, path, gestures)
    const heading = screen.queryByRole('heading', { level: 1 })?.textContent
    expect(heading).toBe(headingAfter(path) ?? heading)
  })
}

test('requests the page that a redirect leads to', async () => {
  const app = openApp('/old', { inspect: coverage.inspect })
  await settlePage(app, { ...emptyPayload, status: 308, redirect: '/about' })
  await settleEffect('followRedirect')(app, { type: 'xstate.done.actor.followRedirect' })
  await settlePage(app, about)
  expect(app.location().path).toBe('/about')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('/about')
})

test('a page that was refused without a session is requested again once it is renewed', async () => {
  const opened = await openEditor({ inspect: coverage.inspect })
  await opened.pop('/next')
  await settlePage(opened, { status: 403, page: null, entries: [] })
  await signInAgain(opened)
  const { calls } = opened.effects.fetchPayload
  expect(calls.map(({ input }) => input.path)).toEqual(['/next', '/next'])
  expect(screen.getByRole('button', { name: 'Done' })).toBeDefined()
})

test('a page that was read without the session is read again once it is renewed, and stays as it is', async () => {
  const opened = await openEditor({ inspect: coverage.inspect })
  await opened.pop('/next')
  const next = at('/next')
  await settlePage(opened, { ...next, page: { ...next.page!, isPartial: true } })
  await opened.pop('/next#team')
  await signInAgain(opened)
  const { calls } = opened.effects.fetchPayload
  expect(calls.map(({ input }) => input.path)).toEqual(['/next', '/next'])
  const before = screen.getByRole('heading', { level: 1 })
  await settlePage(opened, next)
  expect(screen.getByRole('heading', { level: 1 })).toBe(before)
  expect(opened.appRef.getSnapshot().children.pageRequest!.getSnapshot().value).toBe('idle')
})

coverage.expectAll()
