import { describe, expect, test } from 'vitest'
import { type ActorRefFrom, createActor, setup, waitFor } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import { type Location, hrefOf, locationOf } from '#content/navigation/location.ts'
import type { User } from '#content/model/resource.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import { navigationMachine, selectLocation } from '#machines/page/navigation.ts'
import { isBusy, pageRequestMachine } from '#machines/page/page-request.ts'
import { admin, resourcesAt } from '../../support/content/sample-resources.ts'
import { startAt } from '../../support/machines/page-requests.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const { assembledPage: page } = resourcesAt('/about')
const failure = new Failure('notFound')
const allowed = (href: string) =>
  ({ type: 'navigation.allowed', to: locationOf(href), source: 'link' }) as const

const run = (input: {
  location: ReturnType<typeof locationOf>
  page: typeof page | null
  failure: Failure | null
  user: User | null
}) => {
  const authorizing = controlledPromise<string | null, Location>()
  const redirecting = controlledPromise<void, { to: string }>()
  const emitted: (EmittedBy<'navigation'> | EmittedBy<'pageRequest'>)[] = []
  const address: [string, 'push' | 'replace'][] = []
  const navigation = navigationMachine.provide({
    actors: {
      authorize: authorizing.logic,
    },
    actions: {
      commitLocation: (_, { location, replace }) =>
        address.push([hrefOf(location), replace ? 'replace' : 'push']),
    },
  })
  const pageRequest = pageRequestMachine.provide({
    actors: { followRedirect: redirecting.logic },
  })
  const root = createActor(
    setup({ actors: { navigation, pageRequest } }).createMachine({
      invoke: [
        { id: 'pageRequest', systemId: 'pageRequest', src: 'pageRequest', input },
        { id: 'navigation', systemId: 'navigation', src: 'navigation', input },
      ],
    }),
  )
  const navigationRef: ActorRefFrom<typeof navigation> = root.system.get('navigation')
  const pageRequestRef: ActorRefFrom<typeof pageRequest> = root.system.get('pageRequest')
  navigationRef.on('*', (event) => emitted.push(event))
  pageRequestRef.on('*', (event) => emitted.push(event))
  root.start()
  const navigate = (href: string, source: 'link' | 'code' = 'link') =>
    navigationRef.send({ type: 'navigation.requested', to: locationOf(href), source })
  const changeSession = (type: 'session.started' | 'session.ended') => {
    pageRequestRef.send({ type })
    navigationRef.send({ type })
  }
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
  const loadPage = (token: number) => pageRequestRef.send({ type: 'page.loaded', token, page })
  return {
    navigationRef,
    pageRequestRef,
    changeSession,
    emitted,
    address,
    redirecting,
    authorizing,
    authorize,
    navigate,
    pageRequests,
    loadPage,
    location: () => selectLocation(navigationRef.getSnapshot()),
    /** Returns the states of `navigation` and `pageRequest`. */
    states: () => [navigationRef.getSnapshot().value, pageRequestRef.getSnapshot().value],
  }
}

const starts: Parameters<typeof run>[0][] = [
  startAt('/about'),
  startAt('/login'),
  startAt('/_cwa/pages'),
  { ...startAt('/about'), page },
  { ...startAt('/about'), failure },
  { ...startAt('/_cwa/pages'), user: admin },
]

describe('navigation', () => {
  const paths = starts.flatMap((input) =>
    pathsOf(navigationMachine, {
      input,
      events: [
        { type: 'navigation.requested', to: locationOf('/'), source: 'link' },
        { type: 'history.popped', to: locationOf('/'), delta: -1 },
        { type: 'navigation.restricted' },
        { type: 'navigation.unrestricted' },
        { type: 'guard.added' },
        { type: 'guard.removed' },
        allowed('/about'),
        allowed('/login'),
        allowed('/_cwa/%2F_%2Fpages%2F1'),
        { type: 'redirect.followed', to: '/other' },
        { type: 'session.started' },
        { type: 'session.ended' },
        { type: 'home.requested' },
        { type: 'retry.requested' },
        { type: 'xstate.done.actor.authorize', output: null },
        { type: 'xstate.done.actor.authorize', output: '/other' },
        { type: 'xstate.error.actor.authorize', error: failure },
      ],
      distinguishBy: ({ location, request, isRestricted, isGuarded }) => [
        location.path,
        request.to.path,
        isRestricted,
        isGuarded,
      ],
    }),
  )

  test('has this transition table', () => {
    expect(transitionTable(paths)).toMatchInlineSnapshot(`
      [
        "start → idle",
        "start → authorizing",
        "navigation | navigation.requested [isPublic] → idle {location, request, visit} (commitLocation, emits location.committed)",
        "navigation | history.popped [isPublic] → idle {location, request, visit} (commitLocation, emits location.committed)",
        "navigation | navigation.restricted {isRestricted}",
        "navigation | navigation.unrestricted {isRestricted}",
        "navigation | guard.added {isGuarded}",
        "navigation | guard.removed {isGuarded}",
        "navigation | navigation.allowed [isPublic] → idle {location, request, visit} (commitLocation, emits location.committed)",
        "navigation | navigation.allowed → authorizing {request}",
        "navigation | redirect.followed [isPublic] → idle {location, request, visit} (commitLocation, emits location.committed)",
        "navigation | home.requested [isPublic] → idle {location, request, visit} (commitLocation, emits location.committed)",
        "navigation | retry.requested [isPublic] → idle {request, visit} (commitLocation, emits location.committed)",
        "navigation | navigation.requested [isRestricted] (emits navigation.requested)",
        "navigation | history.popped [isRestricted] (emits navigation.requested)",
        "navigation | home.requested [isRestricted] (emits navigation.requested)",
        "navigation | navigation.requested [isGuarded] (emits leaving.requested)",
        "navigation | history.popped [isGuarded] (emits leaving.requested)",
        "navigation | home.requested [isGuarded] (emits leaving.requested)",
        "navigation | session.started [isOnSignIn] → authorizing {request}",
        "navigation | retry.requested → authorizing {request}",
        "navigation | session.ended [isOnAdminScreen, isPublic] → idle {location, request, visit} (commitLocation, emits location.committed)",
        "authorizing | session.started → authorizing {request}",
        "authorizing | session.ended → authorizing {request}",
        "authorizing | authorize done → idle {location, visit} (commitLocation, emits location.committed)",
        "authorizing | authorize done [isRedirected, isPublic] → idle {location, request} (commitLocation, emits location.committed)",
        "authorizing | authorize failed → idle {location, visit} (commitLocation, emits location.committed)",
      ]
    `)
  })

  test('reaches every state and takes every transition', () => {
    expect(unreachableStates(navigationMachine, paths)).toEqual([])
    expect(untakenTransitions(navigationMachine, paths)).toEqual([])
  })
})

test('requests nothing for a page that was rendered', () => {
  const { states, emitted } = run({ ...startAt('/about'), page })
  expect(states()).toEqual(['idle', 'idle'])
  expect(emitted).toEqual([])
})

test('requests the first page where none was rendered', () => {
  const { emitted } = run(startAt('/about'))
  expect(emitted).toEqual([
    { type: 'page.requested', location: locationOf('/about'), token: 1, bypassCache: false },
  ])
})

test('commits the location at once, and replaces the history entry on history navigation', () => {
  const { navigationRef, navigate, address, location } = run({ ...startAt('/about'), page })
  navigate('/other')
  navigationRef.send({ type: 'history.popped', to: locationOf('/about'), delta: -1 })
  expect(address).toEqual([
    ['/other', 'push'],
    ['/about', 'replace'],
  ])
  expect(location().path).toBe('/about')
})

test('does not fetch the page again for another hash', () => {
  const { navigate, pageRequests, address } = run({ ...startAt('/about'), page })
  navigate('/about#team')
  expect(pageRequests()).toEqual([])
  expect(address).toEqual([['/about#team', 'push']])
  navigate('/about?page=2')
  expect(pageRequests()).toHaveLength(1)
})

test('fetches a page again that has failed', () => {
  const { navigate, pageRequests } = run({ ...startAt('/about'), failure })
  navigate('/about')
  expect(pageRequests()).toHaveLength(1)
})

test('ignores responses to earlier requests', () => {
  const { pageRequestRef, navigate, loadPage } = run(startAt('/about'))
  navigate('/other')
  loadPage(1)
  expect(isBusy(pageRequestRef.getSnapshot())).toBe(true)
  loadPage(2)
  expect(isBusy(pageRequestRef.getSnapshot())).toBe(false)
})

test('drops the pending request on a screen of the app', async () => {
  const { navigate, states, emitted, loadPage, authorize } = run(startAt('/about'))
  navigate('/login')
  await authorize(null)
  expect(emitted.at(-1)).toEqual({ type: 'page.unloaded' })
  loadPage(1)
  expect(states()).toEqual(['idle', 'idle'])
})

test('follows a redirect and replaces the history entry', async () => {
  const { pageRequestRef, address, redirecting, pageRequests } = run(startAt('/old'))
  pageRequestRef.send({ type: 'page.redirected', token: 1, to: '/new?from=old' })
  expect(redirecting.calls[0]!.input).toEqual({ to: '/new?from=old' })
  redirecting.settle({ type: 'xstate.done.actor.followRedirect' })
  await waitFor(pageRequestRef, (at) => at.matches('fetching'))
  expect(address).toEqual([['/new?from=old', 'replace']])
  expect(pageRequests().map(({ location: { path } }) => path)).toEqual(['/old', '/new'])
})

test('drops a redirect when another navigation starts', async () => {
  const { pageRequestRef, navigate, redirecting, pageRequests } = run(startAt('/old'))
  pageRequestRef.send({ type: 'page.redirected', token: 1, to: '/new' })
  navigate('/about')
  expect(redirecting.calls[0]!.signal.aborted).toBe(true)
  expect(pageRequests().map(({ location: { path } }) => path)).toEqual(['/old', '/about'])
})

test('removes the force marker from the URL', () => {
  const { navigate, address } = run({ ...startAt('/about'), page })
  navigate('/other?cwa_force=true&page=2')
  expect(address).toEqual([['/other?page=2', 'push']])
})

test('lets the guard decide while it restricts navigation', () => {
  const { navigationRef, navigate, address, emitted } = run({ ...startAt('/about'), page })
  const popped = { to: locationOf('/a'), delta: -1 }
  navigationRef.send({ type: 'navigation.restricted' })
  navigate('/other')
  navigationRef.send({ type: 'history.popped', ...popped })
  expect(emitted).toEqual([
    { type: 'navigation.requested', to: locationOf('/other'), source: 'link' },
    { type: 'navigation.requested', source: 'history', ...popped },
  ])
  expect(address).toEqual([])
  navigationRef.send(allowed('/other?cwa_force=true'))
  navigationRef.send({ type: 'navigation.unrestricted' })
  navigate('/about')
  expect(address).toEqual([
    ['/other', 'push'],
    ['/about', 'push'],
  ])
})

test('commits nothing before the location is authorized', async () => {
  const { navigate, states, location, emitted, address, authorizing, authorize } = run({
    ...startAt('/about'),
    page,
  })
  navigate('/_cwa/pages?cwa_force=true&page=2')
  expect(states()).toEqual(['authorizing', 'idle'])
  expect(location().path).toBe('/about')
  expect(authorizing.calls[0]!.input).toEqual(locationOf('/_cwa/pages?page=2'))
  expect([emitted, address]).toEqual([[], []])
  await authorize(null)
  expect(address).toEqual([['/_cwa/pages?page=2', 'push']])
  expect(emitted.at(-1)).toEqual({ type: 'page.unloaded' })
})

test('redirects before the location is committed', async () => {
  const { navigate, address, authorize, pageRequests } = run({ ...startAt('/about'), page })
  navigate('/_cwa/pages')
  await authorize('/other?from=there')
  expect(address).toEqual([['/other?from=there', 'push']])
  expect(pageRequests().map(({ location }) => location.path)).toEqual(['/other'])
})

test('shows the failure at the requested location', async () => {
  const { navigate, states, emitted, address, authorize } = run({ ...startAt('/about'), page })
  navigate('/_cwa/pages')
  await authorize(failure)
  expect(states()).toEqual(['idle', 'failed'])
  expect(address).toEqual([['/_cwa/pages', 'push']])
  expect(emitted.slice(-2)).toEqual([
    { type: 'page.unloaded' },
    { type: 'page.failed', token: 0, failure },
  ])
})

test('requests a page without a route by its IRI once it is authorized', async () => {
  const { navigate, address, authorize, pageRequests } = run({ ...startAt('/about'), page })
  navigate('/_cwa/%2F_%2Fpages%2F1')
  expect(pageRequests()).toEqual([])
  await authorize(null)
  expect(address).toEqual([['/_cwa/%2F_%2Fpages%2F1', 'push']])
  expect(pageRequests()[0]!.location).toEqual(locationOf('/_/pages/1'))
})

test('authorizes again after signing in', async () => {
  const { changeSession, authorizing, authorize, pageRequests, navigate } = run({
    ...startAt('/about'),
    page,
  })
  navigate('/_cwa/%2F_%2Fpages%2F1')
  changeSession('session.started')
  expect(authorizing.calls.map(({ signal }) => signal.aborted)).toEqual([true, false])
  await authorize(null)
  expect(pageRequests().at(-1)).toMatchObject({
    location: { path: '/_/pages/1' },
    bypassCache: true,
  })
})

test('leaves undecided only what the server could not authorize', () => {
  expect(run(startAt('/_cwa/pages')).states()).toEqual(['authorizing', 'idle'])
  expect(run({ ...startAt('/_cwa/pages'), user: admin }).states()).toEqual(['idle', 'idle'])
  expect(run({ ...startAt('/_cwa/pages'), user: admin, failure }).states()).toEqual([
    'idle',
    'failed',
  ])
  expect(run(startAt('/login')).states()).toEqual(['idle', 'idle'])
})

test('returns to the former page after signing in, and to the home page after signing out on an administration screen', async () => {
  const sent = run(startAt('/login?back=%2F_cwa%2Fpages'))
  sent.changeSession('session.started')
  await sent.authorize(null)
  expect(sent.address).toEqual([['/_cwa/pages', 'replace']])

  const signedIn = run(startAt('/login'))
  signedIn.changeSession('session.started')
  // Also a public page, because somebody may have to set up a second factor first.
  await signedIn.authorize(null)
  expect(signedIn.address).toEqual([['/', 'replace']])
  expect(signedIn.pageRequests()).toMatchObject([{ location: { path: '/' }, bypassCache: true }])

  const signedOut = run({ ...startAt('/_cwa/pages'), user: admin })
  signedOut.changeSession('session.ended')
  expect(signedOut.address).toEqual([['/', 'replace']])
  expect(signedOut.pageRequests()).toMatchObject([{ location: { path: '/' }, bypassCache: true }])
})

test('fetches the page again, bypassing the cache, when the session changes', () => {
  const { changeSession, address, pageRequests } = run({ ...startAt('/about'), page })
  changeSession('session.started')
  changeSession('session.ended')
  expect(address).toEqual([])
  expect(pageRequests().map(({ token, bypassCache }) => [token, bypassCache])).toEqual([
    [1, true],
    [2, true],
  ])
})

test('a screen of the app is left while editing without asking, a page is not', () => {
  for (const [href, isAsked] of [
    ['/_cwa/pages', false],
    ['/_cwa/%2F_%2Fpages%2F1', true],
    ['/about', true],
  ] as const) {
    const { navigationRef: ref, emitted } = run({ ...startAt(href), user: admin })
    ref.send({ type: 'navigation.restricted' })
    ref.send({ type: 'navigation.requested', to: locationOf('/other'), source: 'link' })
    expect([href, emitted.some(({ type }) => type === 'navigation.requested')]).toEqual([
      href,
      isAsked,
    ])
  }
})
