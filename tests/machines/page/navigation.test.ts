import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import { type Location, hrefOf, locationOf } from '#content/page/location.ts'
import type { User } from '#content/model/resource.ts'
import type { ConfirmOptions } from '#machines/app/dialogs.ts'
import { navigationGuardMachine } from '#machines/page/navigation-guard.ts'
import {
  type NavigationEmitted,
  isBusy,
  navigationMachine,
  selectLocation,
} from '#machines/page/navigation.ts'
import { admin, resourcesAt } from '../../support/content/sample-resources.ts'
import {
  pathsOf,
  controlledPromise,
  transitionTable,
  uncrossed,
  unreachable,
} from '../../support/machines/paths.ts'

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
      { type: 'history.popped', to: locationOf('/') },
      { type: 'edit.entered' },
      { type: 'add.started' },
      { type: 'add.ended' },
      { type: 'navigation.blocked', to: locationOf('/') },
      { type: 'add.discarded' },
      allowed('/about'),
      allowed('/other'),
      allowed('/login'),
      allowed('/_cwa/%2F_%2Fpages%2F1'),
      { type: 'session.started' },
      { type: 'session.ended' },
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
  const admitting = controlledPromise<string | null, Location>()
  const asking = controlledPromise<boolean, ConfirmOptions>()
  const redirecting = controlledPromise<void, { to: string }>()
  const told: NavigationEmitted[] = []
  const address: [string, 'push' | 'replace'][] = []
  const ref = createActor(
    navigationMachine.provide({
      actors: {
        navigationGuard: navigationGuardMachine.provide({
          actors: { confirm: asking.logic },
          actions: { restoreLocation: () => {} },
        }),
        authorize: admitting.logic,
        followRedirect: redirecting.logic,
      },
      actions: {
        commitLocation: (_, { location, replace }) =>
          address.push([hrefOf(location), replace ? 'replace' : 'push']),
      },
    }),
    { input },
  )
  ref.on('*', (event) => told.push(event))
  ref.start()
  const go = (href: string, source: 'link' | 'code' = 'link') =>
    ref.send({ type: 'navigation.requested', to: locationOf(href), source })
  /** The result of `authorize`: allowed, redirected or refused. */
  const authorize = async (answer: string | null | Failure) => {
    admitting.settle(
      answer instanceof Failure
        ? { type: 'xstate.error.actor.authorize', error: answer }
        : { type: 'xstate.done.actor.authorize', output: answer },
    )
    await Promise.resolve()
    await Promise.resolve()
  }
  const wanted = () => told.filter((event) => event.type === 'page.requested')
  const settle = (token: number) => ref.send({ type: 'page.loaded', token, page })
  return {
    ref,
    told,
    address,
    redirecting,
    admitting,
    authorize,
    go,
    wanted,
    settle,
    now: () => ref.getSnapshot(),
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
      "start → fetching (says page.requested)",
      "fetching | navigation.requested → fetching (tells navigationGuard navigation.requested)",
      "fetching | history.popped → fetching (tells navigationGuard history.popped)",
      "fetching | edit.entered → fetching (tells navigationGuard edit.entered)",
      "fetching | add.started → fetching (tells navigationGuard add.started)",
      "fetching | add.ended → fetching (tells navigationGuard add.ended)",
      "fetching | navigation.blocked → fetching (says navigation.blocked)",
      "fetching | add.discarded → fetching (says add.discarded)",
      "fetching | navigation.allowed → fetching (commitLocation, says location.committed)",
      "fetching | navigation.allowed → fetching (commitLocation, says location.committed, says page.requested)",
      "fetching | navigation.allowed → authorizing",
      "fetching | session.started → fetching (says page.requested)",
      "fetching | session.ended → fetching (tells navigationGuard session.ended, says page.requested)",
      "fetching | page.loaded → idle",
      "fetching | page.redirected → redirecting",
      "fetching | page.failed → failed",
      "authorizing | navigation.requested → authorizing (tells navigationGuard navigation.requested)",
      "authorizing | history.popped → authorizing (tells navigationGuard history.popped)",
      "authorizing | edit.entered → authorizing (tells navigationGuard edit.entered)",
      "authorizing | add.started → authorizing (tells navigationGuard add.started)",
      "authorizing | add.ended → authorizing (tells navigationGuard add.ended)",
      "authorizing | navigation.blocked → authorizing (says navigation.blocked)",
      "authorizing | add.discarded → authorizing (says add.discarded)",
      "authorizing | navigation.allowed → fetching (commitLocation, says location.committed, says page.requested)",
      "authorizing | navigation.allowed → authorizing",
      "authorizing | session.started → authorizing",
      "authorizing | session.ended → fetching (tells navigationGuard session.ended, says page.requested)",
      "authorizing | authorize done → idle (commitLocation, says location.committed, says page.unloaded)",
      "authorizing | authorize done → fetching (commitLocation, says location.committed, says page.requested)",
      "authorizing | authorize failed → failed (commitLocation, says location.committed, says page.unloaded, says page.failed)",
      "idle | navigation.requested → idle (tells navigationGuard navigation.requested)",
      "idle | history.popped → idle (tells navigationGuard history.popped)",
      "idle | edit.entered → idle (tells navigationGuard edit.entered)",
      "idle | add.started → idle (tells navigationGuard add.started)",
      "idle | add.ended → idle (tells navigationGuard add.ended)",
      "idle | navigation.blocked → idle (says navigation.blocked)",
      "idle | add.discarded → idle (says add.discarded)",
      "idle | navigation.allowed → idle (commitLocation, says location.committed)",
      "idle | navigation.allowed → fetching (commitLocation, says location.committed, says page.requested)",
      "idle | navigation.allowed → authorizing",
      "idle | session.started → fetching (says page.requested)",
      "idle | session.ended → fetching (tells navigationGuard session.ended, says page.requested)",
      "redirecting | navigation.requested → redirecting (tells navigationGuard navigation.requested)",
      "redirecting | history.popped → redirecting (tells navigationGuard history.popped)",
      "redirecting | edit.entered → redirecting (tells navigationGuard edit.entered)",
      "redirecting | add.started → redirecting (tells navigationGuard add.started)",
      "redirecting | add.ended → redirecting (tells navigationGuard add.ended)",
      "redirecting | navigation.blocked → redirecting (says navigation.blocked)",
      "redirecting | add.discarded → redirecting (says add.discarded)",
      "redirecting | navigation.allowed → fetching (commitLocation, says location.committed, says page.requested)",
      "redirecting | navigation.allowed → authorizing",
      "redirecting | session.started → fetching (says page.requested)",
      "redirecting | session.ended → fetching (tells navigationGuard session.ended, says page.requested)",
      "redirecting | followRedirect done → fetching (commitLocation, says location.committed, says page.requested)",
      "redirecting | followRedirect failed → failed",
      "failed | navigation.requested → failed (tells navigationGuard navigation.requested)",
      "failed | history.popped → failed (tells navigationGuard history.popped)",
      "failed | edit.entered → failed (tells navigationGuard edit.entered)",
      "failed | add.started → failed (tells navigationGuard add.started)",
      "failed | add.ended → failed (tells navigationGuard add.ended)",
      "failed | navigation.blocked → failed (says navigation.blocked)",
      "failed | add.discarded → failed (says add.discarded)",
      "failed | navigation.allowed → fetching (commitLocation, says location.committed, says page.requested)",
      "failed | navigation.allowed → authorizing",
      "failed | session.started → fetching (says page.requested)",
      "failed | session.ended → fetching (tells navigationGuard session.ended, says page.requested)",
      "idle | session.started → fetching (commitLocation, says location.committed, says page.requested)",
      "failed | session.started → fetching (commitLocation, says location.committed, says page.requested)",
      "fetching | session.ended → fetching (tells navigationGuard session.ended, commitLocation, says location.committed, says page.requested)",
      "failed | session.ended → fetching (tells navigationGuard session.ended, commitLocation, says location.committed, says page.requested)",
      "authorizing | session.ended → fetching (tells navigationGuard session.ended, commitLocation, says location.committed, says page.requested)",
      "idle | session.ended → fetching (tells navigationGuard session.ended, commitLocation, says location.committed, says page.requested)",
      "redirecting | session.ended → fetching (tells navigationGuard session.ended, commitLocation, says location.committed, says page.requested)",
      "start → idle",
      "start → authorizing",
      "start → failed",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachable(navigationMachine, paths)).toEqual([])
  expect(uncrossed(navigationMachine, paths)).toEqual([])
})

test('requests nothing for a page that was rendered', () => {
  const { now, told } = run({ ...start('/about'), page })
  expect(now().value).toBe('idle')
  expect(told).toEqual([])
})

test('requests the first page where none was rendered', () => {
  const { told } = run(start('/about'))
  expect(told).toEqual([
    { type: 'page.requested', location: locationOf('/about'), token: 1, bypassCache: false },
  ])
})

test('commits the location at once, and replaces the history entry on history navigation', () => {
  const { ref, go, address, now } = run({ ...start('/about'), page })
  go('/other')
  ref.send({ type: 'history.popped', to: locationOf('/about') })
  expect(address).toEqual([
    ['/other', 'push'],
    ['/about', 'replace'],
  ])
  expect(selectLocation(now()).path).toBe('/about')
})

test('does not fetch the page again for another hash', () => {
  const { go, wanted, address } = run({ ...start('/about'), page })
  go('/about#team')
  expect(wanted()).toEqual([])
  expect(address).toEqual([['/about#team', 'push']])
  go('/about?page=2')
  expect(wanted()).toHaveLength(1)
})

test('fetches a page again that has failed', () => {
  const { go, wanted } = run({ ...start('/about'), failure })
  go('/about')
  expect(wanted()).toHaveLength(1)
})

test('ignores responses to earlier requests', () => {
  const { now, go, settle } = run(start('/about'))
  go('/other')
  settle(1)
  expect(isBusy(now())).toBe(true)
  settle(2)
  expect(isBusy(now())).toBe(false)
})

test('drops the pending request on a screen of the app', async () => {
  const { go, now, told, settle, authorize } = run(start('/about'))
  go('/login')
  await authorize(null)
  expect(told.at(-1)).toEqual({ type: 'page.unloaded' })
  settle(1)
  expect(now().value).toBe('idle')
})

test('follows a redirect and replaces the history entry', async () => {
  const { ref, address, redirecting, wanted } = run(start('/old'))
  ref.send({ type: 'page.redirected', token: 1, to: '/new?from=old' })
  expect(redirecting.heard[0]!.input).toEqual({ to: '/new?from=old' })
  redirecting.settle({ type: 'xstate.done.actor.followRedirect' })
  await waitFor(ref, (at) => at.matches('fetching'))
  expect(address).toEqual([['/new?from=old', 'replace']])
  expect(wanted().map(({ location: { path } }) => path)).toEqual(['/old', '/new'])
})

test('drops a redirect when another navigation starts', async () => {
  const { ref, go, redirecting, wanted } = run(start('/old'))
  ref.send({ type: 'page.redirected', token: 1, to: '/new' })
  go('/about')
  expect(redirecting.heard[0]!.signal.aborted).toBe(true)
  expect(wanted().map(({ location: { path } }) => path)).toEqual(['/old', '/about'])
})

test('removes the force marker from the URL', () => {
  const { ref, go, address, told } = run({ ...start('/about'), page })
  ref.send({ type: 'edit.entered' })
  go('/other')
  expect(told).toEqual([{ type: 'navigation.blocked', to: locationOf('/other') }])
  go('/other?cwa_force=true&page=2')
  expect(address).toEqual([['/other?page=2', 'push']])
})

test('commits nothing before the location is authorized', async () => {
  const { go, now, told, address, admitting, authorize } = run({ ...start('/about'), page })
  go('/_cwa/pages?cwa_force=true&page=2')
  expect(now().value).toBe('authorizing')
  expect(selectLocation(now()).path).toBe('/about')
  expect(admitting.heard[0]!.input).toEqual(locationOf('/_cwa/pages?page=2'))
  expect([told, address]).toEqual([[], []])
  await authorize(null)
  expect(address).toEqual([['/_cwa/pages?page=2', 'push']])
  expect(told.at(-1)).toEqual({ type: 'page.unloaded' })
})

test('redirects before the location is committed', async () => {
  const { go, address, authorize, wanted } = run({ ...start('/about'), page })
  go('/_cwa/pages')
  await authorize('/other?from=there')
  expect(address).toEqual([['/other?from=there', 'push']])
  expect(wanted().map(({ location }) => location.path)).toEqual(['/other'])
})

test('shows the failure at the requested location', async () => {
  const { go, now, told, address, authorize } = run({ ...start('/about'), page })
  go('/_cwa/pages')
  await authorize(failure)
  expect(now().value).toBe('failed')
  expect(address).toEqual([['/_cwa/pages', 'push']])
  expect(told.slice(-2)).toEqual([
    { type: 'page.unloaded' },
    { type: 'page.failed', token: 0, failure },
  ])
})

test('requests a page without a route by its IRI once it is authorized', async () => {
  const { go, address, authorize, wanted } = run({ ...start('/about'), page })
  go('/_cwa/%2F_%2Fpages%2F1')
  expect(wanted()).toEqual([])
  await authorize(null)
  expect(address).toEqual([['/_cwa/%2F_%2Fpages%2F1', 'push']])
  expect(wanted()[0]!.location).toEqual(locationOf('/_/pages/1'))
})

test('authorizes again after signing in', async () => {
  const { ref, admitting, authorize, wanted, go } = run({ ...start('/about'), page })
  go('/_cwa/%2F_%2Fpages%2F1')
  ref.send({ type: 'session.started' })
  expect(admitting.heard.map(({ signal }) => signal.aborted)).toEqual([true, false])
  await authorize(null)
  expect(wanted()).toMatchObject([{ bypassCache: true }])
})

test('leaves undecided only what the server could not authorize', () => {
  expect(run(start('/_cwa/pages')).now().value).toBe('authorizing')
  expect(run({ ...start('/_cwa/pages'), user: admin }).now().value).toBe('idle')
  expect(run({ ...start('/_cwa/pages'), user: admin, failure }).now().value).toBe('failed')
  expect(run(start('/login')).now().value).toBe('idle')
})

test('returns to the former page after signing in, and to the home page after signing out on an administration screen', async () => {
  const sent = run(start('/login?back=%2F_cwa%2Fpages'))
  sent.ref.send({ type: 'session.started' })
  await sent.authorize(null)
  expect(sent.address).toEqual([['/_cwa/pages', 'replace']])

  const signedIn = run(start('/login'))
  signedIn.ref.send({ type: 'session.started' })
  expect(signedIn.address).toEqual([['/', 'replace']])
  expect(signedIn.wanted()).toMatchObject([{ location: { path: '/' }, bypassCache: true }])

  const signedOut = run(start('/_cwa/pages'))
  signedOut.ref.send({ type: 'session.ended' })
  expect(signedOut.address).toEqual([['/', 'replace']])
  expect(signedOut.wanted()).toMatchObject([{ location: { path: '/' }, bypassCache: true }])
})

test('fetches the page again, bypassing the cache, when the session changes', () => {
  const { ref, address, wanted } = run({ ...start('/about'), page })
  ref.send({ type: 'session.started' })
  ref.send({ type: 'session.ended' })
  expect(address).toEqual([])
  expect(wanted().map(({ token, bypassCache }) => [token, bypassCache])).toEqual([
    [1, true],
    [2, true],
  ])
})
