import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import { type Location, hrefOf, locationOf } from '#content/page/location.ts'
import type { User } from '#content/model/resource.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import type { ConfirmOptions } from '#machines/app/dialogs.ts'
import { navigationGuardMachine } from '#machines/page/navigation-guard.ts'
import { isBusy, navigationMachine, selectLocation } from '#machines/page/navigation.ts'
import { admin, resourcesAt } from '../../support/content/sample-resources.ts'
import {
  pathsOf,
  controlledPromise,
  untakenTransitions,
  unreachableStates,
} from '../../support/machines/paths.ts'
import { transitionTable } from '../../support/machines/transition-table.ts'

const { assembledPage: page } = resourcesAt('/about')
const failure = new Failure('notFound')
const allowed = (href: string) =>
  ({ type: 'navigation.allowed', to: locationOf(href), source: 'link' }) as const

const start = (href: string) => ({
  location: locationOf(href),
  page: null,
  failure: null,
  user: null,
})

const walk = (input: Parameters<typeof run>[0]) =>
  pathsOf(navigationMachine, {
    input,
    events: [
      { type: 'navigation.requested', to: locationOf('/'), source: 'link' },
      { type: 'history.popped', to: locationOf('/'), delta: -1 },
      allowed('/about'),
      allowed('/other'),
      allowed('/login'),
      allowed('/_cwa/%2F_%2Fpages%2F1'),
      { type: 'session.started' },
      { type: 'session.ended' },
      { type: 'home.requested' },
      { type: 'retry.requested' },
      ...[1, 2].flatMap((token) => [
        { type: 'page.loaded' as const, token, page },
        { type: 'page.redirected' as const, token, to: '/about' },
        { type: 'page.failed' as const, token, failure },
      ]),
      { type: 'xstate.done.actor.authorize', output: null },
      { type: 'xstate.done.actor.authorize', output: '/other' },
      { type: 'xstate.error.actor.authorize', error: failure },
      { type: 'xstate.done.actor.followRedirect' },
      { type: 'xstate.error.actor.followRedirect', error: failure },
    ],
    // The token increases forever; only whether a response carries the current one matters.
    distinguishBy: ({ location, request }) => [location.path, request.to.path],
  })

const run = (input: {
  location: ReturnType<typeof locationOf>
  page: typeof page | null
  failure: Failure | null
  user: User | null
}) => {
  const authorizing = controlledPromise<string | null, Location>()
  const confirming = controlledPromise<boolean, ConfirmOptions>()
  const redirecting = controlledPromise<void, { to: string }>()
  const emitted: EmittedBy<'navigation'>[] = []
  const address: [string, 'push' | 'replace'][] = []
  const ref = createActor(
    navigationMachine.provide({
      actors: {
        navigationGuard: navigationGuardMachine.provide({
          actors: { confirm: confirming.logic },
          actions: { restoreLocation: () => {} },
        }),
        authorize: authorizing.logic,
        followRedirect: redirecting.logic,
      },
      actions: {
        commitLocation: (_, { location, replace }) =>
          address.push([hrefOf(location), replace ? 'replace' : 'push']),
      },
    }),
    { input },
  )
  ref.on('*', (event) => emitted.push(event))
  ref.start()
  const navigate = (href: string, source: 'link' | 'code' = 'link') =>
    ref.send({ type: 'navigation.requested', to: locationOf(href), source })
  /** The result of `authorize`: allowed, redirected or refused. */
  const authorize = async (answer: string | null | Failure) => {
    authorizing.settle(
      answer instanceof Failure
        ? { type: 'xstate.error.actor.authorize', error: answer }
        : { type: 'xstate.done.actor.authorize', output: answer },
    )
    await Promise.resolve()
    await Promise.resolve()
  }
  const pageRequests = () => emitted.filter((event) => event.type === 'page.requested')
  const loadPage = (token: number) => ref.send({ type: 'page.loaded', token, page })
  return {
    ref,
    emitted,
    address,
    redirecting,
    authorizing,
    authorize,
    navigate,
    pageRequests,
    loadPage,
    snapshot: () => ref.getSnapshot(),
  }
}

const paths = [
  start('/about'),
  start('/login'),
  start('/_cwa/pages'),
  { ...start('/about'), page },
  { ...start('/about'), failure },
  { ...start('/_cwa/pages'), user: admin },
].flatMap(walk)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → fetching (emits page.requested)",
      "start → idle",
      "start → authorizing",
      "start → failed",
      "navigation | navigation.requested (sends navigation.requested to navigationGuard)",
      "navigation | history.popped (sends history.popped to navigationGuard)",
      "navigation | navigation.allowed [isPublic] → fetching {location, request, token, visit} (commitLocation, emits location.committed, emits page.requested)",
      "navigation | navigation.allowed → authorizing {request}",
      "navigation | session.started [isOnPage] → fetching {request, token} (emits page.requested)",
      "navigation | session.ended [isOnPage] → fetching {request, token} (emits page.requested)",
      "navigation | home.requested (sends navigation.requested to navigationGuard)",
      "navigation | retry.requested (sends navigation.requested to navigationGuard)",
      "navigation | session.started [isOnSignIn, isPublic] → fetching {location, request, token} (commitLocation, emits location.committed, emits page.requested)",
      "navigation | session.ended [isOnAdminScreen, isPublic] → fetching {location, request, token, visit} (commitLocation, emits location.committed, emits page.requested)",
      "authorizing | session.started → authorizing {request}",
      "authorizing | authorize done → idle {location, visit} (commitLocation, emits location.committed, emits page.unloaded)",
      "authorizing | authorize done [isRedirected, isPublic] → fetching {location, request, token} (commitLocation, emits location.committed, emits page.requested)",
      "authorizing | authorize failed → failed {location, visit} (commitLocation, emits location.committed, emits page.unloaded, emits page.failed)",
      "authorizing | authorize done [isPageRequested] → fetching {location, token} (commitLocation, emits location.committed, emits page.requested)",
      "idle | navigation.allowed [isSamePage] {request} (commitLocation, emits location.committed)",
      "fetching | navigation.allowed [isSamePage] {request} (commitLocation, emits location.committed)",
      "fetching | page.loaded [isCurrentToken] → idle",
      "fetching | page.redirected [isCurrentToken] → redirecting {redirect}",
      "fetching | page.failed [isCurrentToken] → failed",
      "redirecting | followRedirect done [isPublic] → fetching {location, request, token, visit} (commitLocation, emits location.committed, emits page.requested)",
      "redirecting | followRedirect failed → failed",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(navigationMachine, paths)).toEqual([])
  expect(untakenTransitions(navigationMachine, paths)).toEqual([])
})

test('requests nothing for a page that was rendered', () => {
  const { snapshot, emitted } = run({ ...start('/about'), page })
  expect(snapshot().value).toBe('idle')
  expect(emitted).toEqual([])
})

test('requests the first page where none was rendered', () => {
  const { emitted } = run(start('/about'))
  expect(emitted).toEqual([
    { type: 'page.requested', location: locationOf('/about'), token: 1, bypassCache: false },
  ])
})

test('commits the location at once, and replaces the history entry on history navigation', () => {
  const { ref, navigate, address, snapshot } = run({ ...start('/about'), page })
  navigate('/other')
  ref.send({ type: 'history.popped', to: locationOf('/about'), delta: -1 })
  expect(address).toEqual([
    ['/other', 'push'],
    ['/about', 'replace'],
  ])
  expect(selectLocation(snapshot()).path).toBe('/about')
})

test('does not fetch the page again for another hash', () => {
  const { navigate, pageRequests, address } = run({ ...start('/about'), page })
  navigate('/about#team')
  expect(pageRequests()).toEqual([])
  expect(address).toEqual([['/about#team', 'push']])
  navigate('/about?page=2')
  expect(pageRequests()).toHaveLength(1)
})

test('fetches a page again that has failed', () => {
  const { navigate, pageRequests } = run({ ...start('/about'), failure })
  navigate('/about')
  expect(pageRequests()).toHaveLength(1)
})

test('ignores responses to earlier requests', () => {
  const { snapshot, navigate, loadPage } = run(start('/about'))
  navigate('/other')
  loadPage(1)
  expect(isBusy(snapshot())).toBe(true)
  loadPage(2)
  expect(isBusy(snapshot())).toBe(false)
})

test('drops the pending request on a screen of the app', async () => {
  const { navigate, snapshot, emitted, loadPage, authorize } = run(start('/about'))
  navigate('/login')
  await authorize(null)
  expect(emitted.at(-1)).toEqual({ type: 'page.unloaded' })
  loadPage(1)
  expect(snapshot().value).toBe('idle')
})

test('follows a redirect and replaces the history entry', async () => {
  const { ref, address, redirecting, pageRequests } = run(start('/old'))
  ref.send({ type: 'page.redirected', token: 1, to: '/new?from=old' })
  expect(redirecting.calls[0]!.input).toEqual({ to: '/new?from=old' })
  redirecting.settle({ type: 'xstate.done.actor.followRedirect' })
  await waitFor(ref, (at) => at.matches('fetching'))
  expect(address).toEqual([['/new?from=old', 'replace']])
  expect(pageRequests().map(({ location: { path } }) => path)).toEqual(['/old', '/new'])
})

test('drops a redirect when another navigation starts', async () => {
  const { ref, navigate, redirecting, pageRequests } = run(start('/old'))
  ref.send({ type: 'page.redirected', token: 1, to: '/new' })
  navigate('/about')
  expect(redirecting.calls[0]!.signal.aborted).toBe(true)
  expect(pageRequests().map(({ location: { path } }) => path)).toEqual(['/old', '/about'])
})

test('removes the force marker from the URL', () => {
  const { ref, navigate, address, emitted } = run({ ...start('/about'), page })
  ref.getSnapshot().children.navigationGuard!.send({ type: 'edit.entered' })
  navigate('/other')
  expect(emitted).toEqual([])
  navigate('/other?cwa_force=true&page=2')
  expect(address).toEqual([['/other?page=2', 'push']])
})

test('commits nothing before the location is authorized', async () => {
  const { navigate, snapshot, emitted, address, authorizing, authorize } = run({
    ...start('/about'),
    page,
  })
  navigate('/_cwa/pages?cwa_force=true&page=2')
  expect(snapshot().value).toBe('authorizing')
  expect(selectLocation(snapshot()).path).toBe('/about')
  expect(authorizing.calls[0]!.input).toEqual(locationOf('/_cwa/pages?page=2'))
  expect([emitted, address]).toEqual([[], []])
  await authorize(null)
  expect(address).toEqual([['/_cwa/pages?page=2', 'push']])
  expect(emitted.at(-1)).toEqual({ type: 'page.unloaded' })
})

test('redirects before the location is committed', async () => {
  const { navigate, address, authorize, pageRequests } = run({ ...start('/about'), page })
  navigate('/_cwa/pages')
  await authorize('/other?from=there')
  expect(address).toEqual([['/other?from=there', 'push']])
  expect(pageRequests().map(({ location }) => location.path)).toEqual(['/other'])
})

test('shows the failure at the requested location', async () => {
  const { navigate, snapshot, emitted, address, authorize } = run({ ...start('/about'), page })
  navigate('/_cwa/pages')
  await authorize(failure)
  expect(snapshot().value).toBe('failed')
  expect(address).toEqual([['/_cwa/pages', 'push']])
  expect(emitted.slice(-2)).toEqual([
    { type: 'page.unloaded' },
    { type: 'page.failed', token: 0, failure },
  ])
})

test('requests a page without a route by its IRI once it is authorized', async () => {
  const { navigate, address, authorize, pageRequests } = run({ ...start('/about'), page })
  navigate('/_cwa/%2F_%2Fpages%2F1')
  expect(pageRequests()).toEqual([])
  await authorize(null)
  expect(address).toEqual([['/_cwa/%2F_%2Fpages%2F1', 'push']])
  expect(pageRequests()[0]!.location).toEqual(locationOf('/_/pages/1'))
})

test('authorizes again after signing in', async () => {
  const { ref, authorizing, authorize, pageRequests, navigate } = run({ ...start('/about'), page })
  navigate('/_cwa/%2F_%2Fpages%2F1')
  ref.send({ type: 'session.started' })
  expect(authorizing.calls.map(({ signal }) => signal.aborted)).toEqual([true, false])
  await authorize(null)
  expect(pageRequests()).toMatchObject([{ bypassCache: true }])
})

test('leaves undecided only what the server could not authorize', () => {
  expect(run(start('/_cwa/pages')).snapshot().value).toBe('authorizing')
  expect(run({ ...start('/_cwa/pages'), user: admin }).snapshot().value).toBe('idle')
  expect(run({ ...start('/_cwa/pages'), user: admin, failure }).snapshot().value).toBe('failed')
  expect(run(start('/login')).snapshot().value).toBe('idle')
})

test('returns to the former page after signing in, and to the home page after signing out on an administration screen', async () => {
  const sent = run(start('/login?back=%2F_cwa%2Fpages'))
  sent.ref.send({ type: 'session.started' })
  await sent.authorize(null)
  expect(sent.address).toEqual([['/_cwa/pages', 'replace']])

  const signedIn = run(start('/login'))
  signedIn.ref.send({ type: 'session.started' })
  expect(signedIn.address).toEqual([['/', 'replace']])
  expect(signedIn.pageRequests()).toMatchObject([{ location: { path: '/' }, bypassCache: true }])

  const signedOut = run(start('/_cwa/pages'))
  signedOut.ref.send({ type: 'session.ended' })
  expect(signedOut.address).toEqual([['/', 'replace']])
  expect(signedOut.pageRequests()).toMatchObject([{ location: { path: '/' }, bypassCache: true }])
})

test('fetches the page again, bypassing the cache, when the session changes', () => {
  const { ref, address, pageRequests } = run({ ...start('/about'), page })
  ref.send({ type: 'session.started' })
  ref.send({ type: 'session.ended' })
  expect(address).toEqual([])
  expect(pageRequests().map(({ token, bypassCache }) => [token, bypassCache])).toEqual([
    [1, true],
    [2, true],
  ])
})
