import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { isContentPath, isAuthPath } from '#content/navigation/path-patterns.ts'
import { type Location, hrefOf, locationOf } from '#content/navigation/location.ts'
import type { User } from '#content/model/resource.ts'
import { navigationMachine } from '#machines/page/navigation.ts'
import { Main } from '#src/views/page/Main.tsx'
import { defineLayout } from '#src/views/registry/registry.ts'
import { loadEditor } from '#src/app/lazy/load-editor.ts'
import {
  type Gestures,
  type OpenApp,
  settlePage,
  settleEffect,
  openApp,
  receiveFromHub,
  signOut,
  walkPath,
} from '../../support/app.tsx'
import { GuardedScreen, guardedPath } from '../../support/ui/GuardedScreen.tsx'
import { createSiteRegistry } from '../../support/ui/site-registry.ts'
import { cover } from '../../support/machines/coverage.ts'
import { startAt } from '../../support/machines/page-requests.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { admin, reader } from '../../support/content/sample-resources.ts'
import { type Path, coveringPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(navigationMachine)
const hrefs = ['/about', '/other', '/login', '/_cwa/%2F_%2Fpages%2F1', '/about#team']
const html = hrefs.map((href) => `<a href="${href}">to ${href}</a>`).join(' ')
const at = (path: string) =>
  pagePayload(
    [component('Title', 'here', { title: path }), component('HtmlContent', 'links', { html })],
    {
      path,
    },
  )

type NavigationPath = Path<typeof navigationMachine>

const editor = await loadEditor(createSiteRegistry())
// The screen of the administration that is opened is shown at once.
await import('#src/admin/resources/resource-screens.ts')
const about = at('/about')
const failure = failureFromStatus(404)

const inputs = [
  startAt('/about'),
  startAt('/login'),
  startAt('/_cwa/pages'),
  { ...startAt('/about'), page: about.page },
  { ...startAt('/about'), failure },
  { ...startAt('/_cwa/pages'), user: admin },
]

const allowed = (href: string) => ({
  type: 'navigation.allowed' as const,
  to: locationOf(href),
  source: 'link' as const,
})

/** A session starts where nobody is signed in, and ends where somebody is. */
const isPossible = ({ events, input: { location, user } }: NavigationPath) => {
  const types = events.map(({ type }) => type).filter((type) => type.startsWith('session.'))
  const mayEnd = user !== null || isContentPath(location.path)
  const [first, ...others] = types
  return (
    others.length === 0 &&
    (first !== 'session.started' || !user) &&
    (first !== 'session.ended' || mayEnd)
  )
}

const paths = inputs.flatMap((input) =>
  coveringPaths(
    pathsOf(navigationMachine, {
      input,
      events: [
        ...hrefs.map(allowed),
        { type: 'session.started' },
        { type: 'session.ended' },
        { type: 'redirect.followed', to: '/other' },
        { type: 'xstate.done.actor.authorize', output: null },
        { type: 'xstate.done.actor.authorize', output: '/other' },
        { type: 'xstate.error.actor.authorize', error: failure },
      ],
      distinguishBy: ({ location, request }) => [location.path, request.to.path],
    }).filter(isPossible),
  ),
)

const isFetching = ({ appRef }: OpenApp) =>
  appRef.getSnapshot().children.pageRequest!.getSnapshot().matches('fetching')

const gestures: Gestures = {
  // By a link where the page has one, else by the browser's history.
  'navigation.allowed': ({ follow, pop }, { to }: { to: Location }) => {
    const name = `to ${hrefOf(to)}`
    return screen.queryByRole('link', { name }) ? follow(name) : pop(hrefOf(to))
  },
  'session.started': (app) =>
    settleEffect('readSession')(app, { type: 'xstate.done.actor.readSession', output: admin }),
  'session.ended': signOut,
  'redirect.followed': async (app, { to }: { to: string }) => {
    if (!isFetching(app)) await app.pop('/old')
    await settlePage(app, { page: null, entries: [], status: 308, redirect: to })
    await settleEffect('followRedirect')(app, { type: 'xstate.done.actor.followRedirect' })
  },
  'xstate.done.actor.authorize': settleEffect('authorize'),
  'xstate.error.actor.authorize': settleEffect('authorize'),
}

/** Returns the expected heading, or null while authorization or a page is pending and the previous heading stays. */
const headingAfter = ({ next, events, input }: NavigationPath) => {
  const { path } = next.context.location
  const last = events.at(-1)?.type
  if (last === 'xstate.error.actor.authorize') return 'This Page Doesn’t Exist'
  if (!next.matches('idle')) return null
  if (isAuthPath(path)) return 'Sign in'
  if (isContentPath(path)) return null
  return input.user && 'Pages'
}

/** Returns the session with which the app starts, so that it can start or end in the path. */
const sessionOf = ({ events, input: { user } }: NavigationPath) => ({
  user: user ?? (events.some(({ type }) => type === 'session.ended') ? reader : null),
  hasSessionHint: events.some(({ type }) => type === 'session.started'),
})

afterEach(cleanup)

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
    await walkPath(app, app.appRef.getSnapshot().children.navigation!, path, gestures)
    const { location } = path.next.context
    expect(app.location()).toEqual(location)
    const heading = screen.queryByRole('heading', { level: 1 })?.textContent
    expect(heading).toBe(headingAfter(path) ?? heading)
  })
}

test('a page that was navigated away from is never shown late', async () => {
  const app = openApp('/about', { payload: about })
  await app.follow('to /other')
  await app.pop('/about')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('/about')
  expect(app.effects.fetchPayload.calls.map(({ signal }) => signal.aborted)).toEqual([true])
})

describe('without a known user on the server', () => {
  const openWithoutUser = async (output: User | null) => {
    const app = openApp('/_cwa/pages', { input: { hasSessionHint: true } })
    expect(screen.getByText('Loading…')).not.toBeNull()
    await settleEffect('readSession')(app, { type: 'xstate.done.actor.readSession', output })
    return app
  }
  const heading = () => screen.findByRole('heading', { level: 1 })

  test('shows the screen to administrators', async () => {
    const app = await openWithoutUser(admin)
    expect((await heading()).textContent).toBe('Pages')
    expect(app.location().path).toBe('/_cwa/pages')
  })

  test('refuses other users', async () => {
    await openWithoutUser({ ...admin, roles: ['ROLE_USER'] })
    expect((await heading()).textContent).toBe('Forbidden')
  })

  test('sends visitors to sign in and back afterwards', async () => {
    const app = await openWithoutUser(null)
    expect((await heading()).textContent).toBe('Sign in')
    expect(hrefOf(app.location())).toBe('/login?back=%2F_cwa%2Fpages')
    await app.user.type(screen.getByLabelText('Username or email'), 'ada')
    await app.user.type(screen.getByLabelText('Password'), 'secret')
    await app.press('Sign in')
    await settleEffect('signIn')(app, { type: 'xstate.done.actor.signIn', output: admin })
    expect((await heading()).textContent).toBe('Pages')
  })
})

test('the end of a session removes an admin screen', async () => {
  const app = openApp('/_cwa/pages', { input: { user: admin }, editor })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Pages')
  await signOut(app)
  expect(app.location().path).toBe('/')
  expect(screen.queryByText('Pages')).toBeNull()
  await settlePage(app, at('/'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('/')
})

test('leaves the page while editing by Back and Forward only, not by a link', async () => {
  // A click on a link of the page selects its resource while editing.
  const Primary = defineLayout({
    View: ({ children }) => (
      <>
        <a href="/other">Other</a>
        <Main>{children}</Main>
      </>
    ),
  })
  const app = openApp('/about', {
    payload: about,
    input: { user: admin },
    layouts: { Primary },
    editor,
    inspect: coverage.inspect,
  })
  await settleEffect('loadEditor')(app, { type: 'xstate.done.actor.loadEditor', output: editor })
  await app.press('Edit')
  await app.follow('Other')
  expect(app.location().path).toBe('/about')
  await app.pop('/')
  expect(app.location().path).toBe('/')
  await app.press('Done')
  await app.follow('Other')
  expect(app.location().path).toBe('/other')
})

test('asks before a screen is left on which something is unsaved', async () => {
  const app = openApp(guardedPath, {
    input: { user: admin },
    AppScreen: GuardedScreen,
    editor,
    inspect: coverage.inspect,
  })
  await app.press('Change')
  await app.follow('Below')
  expect(hrefOf(app.location())).toBe(`${guardedPath}#below`)
  await app.pop('/other')
  await app.press('Stay')
  expect(app.location().path).toBe(guardedPath)
  await app.follow('About')
  await app.press('Stay')
  await app.press('Save')
  await app.follow('About')
  expect(app.location().path).toBe('/about')
})

test('goes home from the error page', async () => {
  const app = openApp('/gone', { input: { failure }, inspect: coverage.inspect })
  await app.press('Go back home')
  expect(app.location().path).toBe('/')
})

test('requests a page again that failed for lack of a connection, once the hub is reached', async () => {
  const hub = 'https://example.org/.well-known/mercure'
  const offline = new Failure('offline')
  const app = openApp('/about', { input: { failure: offline, hub }, inspect: coverage.inspect })
  await receiveFromHub(app, { type: 'connection.opened' })
  expect(app.effects.fetchPayload.calls.map(({ input }) => input.path)).toEqual(['/about'])
  await settlePage(app, about)
  expect(screen.getByRole('heading').textContent).toBe('/about')
})

coverage.expectAll()
