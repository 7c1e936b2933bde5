import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { Failure } from '#content/failure.ts'
import { type Location, hrefOf, locationOf } from '#content/location.ts'
import type { User } from '#content/resource.ts'
import type { Question } from '#machines/dialogs.ts'
import { leavingMachine } from '#machines/leaving.ts'
import {
  type NavigationEmitted,
  isBusy,
  navigationMachine,
  selectLocation,
} from '#machines/navigation.ts'
import { admin, siteAt } from '../support/pages.ts'
import { pathsOf, puppet, tableOf, uncrossed, unreachable } from '../support/paths.ts'

const { shown: page } = siteAt('/about')
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
      { type: 'navigation.refused', to: locationOf('/') },
      { type: 'add.discarded' },
      allowed('/about'),
      allowed('/other'),
      allowed('/login'),
      allowed('/_cwa/%2F_%2Fpages%2F1'),
      { type: 'session.started' },
      { type: 'session.ended' },
      ...[1, 2].flatMap((token) => [
        { type: 'page.settled' as const, token, page },
        { type: 'page.redirected' as const, token, to: '/about' },
        { type: 'page.failed' as const, token, failure },
      ]),
      { type: 'xstate.done.actor.admit', output: null },
      { type: 'xstate.done.actor.admit', output: '/other' },
      { type: 'xstate.error.actor.admit', error: failure },
      { type: 'xstate.done.actor.followRedirect' },
      { type: 'xstate.error.actor.followRedirect', error: failure },
    ],
    // The token grows for ever; what matters is whether an answer is the one that is waited for.
    tellApart: ({ location, wish }) => [location.path, wish.to.path],
  })

const run = (input: {
  location: ReturnType<typeof locationOf>
  page: typeof page | null
  failure: Failure | null
  user: User | null
}) => {
  const admitting = puppet<string | null, Location>()
  const asking = puppet<boolean, Question>()
  const redirecting = puppet<void, { to: string }>()
  const told: NavigationEmitted[] = []
  const address: [string, 'push' | 'replace'][] = []
  const ref = createActor(
    navigationMachine.provide({
      actors: {
        leaving: leavingMachine.provide({
          actors: { confirm: asking.logic },
          actions: { restoreLocation: () => {} },
        }),
        admit: admitting.logic,
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
  /** The guard lets in, sends elsewhere, or refuses. */
  const admit = async (answer: string | null | Failure) => {
    admitting.settle(
      answer instanceof Failure
        ? { type: 'xstate.error.actor.admit', error: answer }
        : { type: 'xstate.done.actor.admit', output: answer },
    )
    await Promise.resolve()
    await Promise.resolve()
  }
  const wanted = () => told.filter((event) => event.type === 'page.wanted')
  const settle = (token: number) => ref.send({ type: 'page.settled', token, page })
  return {
    ref,
    told,
    address,
    redirecting,
    admitting,
    admit,
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

test('does exactly this', () => {
  expect(tableOf(paths)).toMatchInlineSnapshot(`
    [
      "start → fetching (says page.wanted)",
      "fetching | navigation.requested → fetching (tells leaving navigation.requested)",
      "fetching | history.popped → fetching (tells leaving history.popped)",
      "fetching | edit.entered → fetching (tells leaving edit.entered)",
      "fetching | add.started → fetching (tells leaving add.started)",
      "fetching | add.ended → fetching (tells leaving add.ended)",
      "fetching | navigation.refused → fetching (says navigation.refused)",
      "fetching | add.discarded → fetching (says add.discarded)",
      "fetching | navigation.allowed → fetching (commitLocation, says location.committed)",
      "fetching | navigation.allowed → fetching (commitLocation, says location.committed, says page.wanted)",
      "fetching | navigation.allowed → guarding",
      "fetching | session.started → fetching (says page.wanted)",
      "fetching | session.ended → fetching (tells leaving session.ended, says page.wanted)",
      "fetching | page.settled → settled",
      "fetching | page.redirected → redirecting",
      "fetching | page.failed → failed",
      "guarding | navigation.requested → guarding (tells leaving navigation.requested)",
      "guarding | history.popped → guarding (tells leaving history.popped)",
      "guarding | edit.entered → guarding (tells leaving edit.entered)",
      "guarding | add.started → guarding (tells leaving add.started)",
      "guarding | add.ended → guarding (tells leaving add.ended)",
      "guarding | navigation.refused → guarding (says navigation.refused)",
      "guarding | add.discarded → guarding (says add.discarded)",
      "guarding | navigation.allowed → fetching (commitLocation, says location.committed, says page.wanted)",
      "guarding | navigation.allowed → guarding",
      "guarding | session.started → guarding",
      "guarding | session.ended → fetching (tells leaving session.ended, says page.wanted)",
      "guarding | admit done → settled (commitLocation, says location.committed, says page.left)",
      "guarding | admit done → fetching (commitLocation, says location.committed, says page.wanted)",
      "guarding | admit failed → failed (commitLocation, says location.committed, says page.left, says page.failed)",
      "settled | navigation.requested → settled (tells leaving navigation.requested)",
      "settled | history.popped → settled (tells leaving history.popped)",
      "settled | edit.entered → settled (tells leaving edit.entered)",
      "settled | add.started → settled (tells leaving add.started)",
      "settled | add.ended → settled (tells leaving add.ended)",
      "settled | navigation.refused → settled (says navigation.refused)",
      "settled | add.discarded → settled (says add.discarded)",
      "settled | navigation.allowed → settled (commitLocation, says location.committed)",
      "settled | navigation.allowed → fetching (commitLocation, says location.committed, says page.wanted)",
      "settled | navigation.allowed → guarding",
      "settled | session.started → fetching (says page.wanted)",
      "settled | session.ended → fetching (tells leaving session.ended, says page.wanted)",
      "redirecting | navigation.requested → redirecting (tells leaving navigation.requested)",
      "redirecting | history.popped → redirecting (tells leaving history.popped)",
      "redirecting | edit.entered → redirecting (tells leaving edit.entered)",
      "redirecting | add.started → redirecting (tells leaving add.started)",
      "redirecting | add.ended → redirecting (tells leaving add.ended)",
      "redirecting | navigation.refused → redirecting (says navigation.refused)",
      "redirecting | add.discarded → redirecting (says add.discarded)",
      "redirecting | navigation.allowed → fetching (commitLocation, says location.committed, says page.wanted)",
      "redirecting | navigation.allowed → guarding",
      "redirecting | session.started → fetching (says page.wanted)",
      "redirecting | session.ended → fetching (tells leaving session.ended, says page.wanted)",
      "redirecting | followRedirect done → fetching (commitLocation, says location.committed, says page.wanted)",
      "redirecting | followRedirect failed → failed",
      "failed | navigation.requested → failed (tells leaving navigation.requested)",
      "failed | history.popped → failed (tells leaving history.popped)",
      "failed | edit.entered → failed (tells leaving edit.entered)",
      "failed | add.started → failed (tells leaving add.started)",
      "failed | add.ended → failed (tells leaving add.ended)",
      "failed | navigation.refused → failed (says navigation.refused)",
      "failed | add.discarded → failed (says add.discarded)",
      "failed | navigation.allowed → fetching (commitLocation, says location.committed, says page.wanted)",
      "failed | navigation.allowed → guarding",
      "failed | session.started → fetching (says page.wanted)",
      "failed | session.ended → fetching (tells leaving session.ended, says page.wanted)",
      "settled | session.started → fetching (commitLocation, says location.committed, says page.wanted)",
      "failed | session.started → fetching (commitLocation, says location.committed, says page.wanted)",
      "fetching | session.ended → fetching (tells leaving session.ended, commitLocation, says location.committed, says page.wanted)",
      "failed | session.ended → fetching (tells leaving session.ended, commitLocation, says location.committed, says page.wanted)",
      "guarding | session.ended → fetching (tells leaving session.ended, commitLocation, says location.committed, says page.wanted)",
      "settled | session.ended → fetching (tells leaving session.ended, commitLocation, says location.committed, says page.wanted)",
      "redirecting | session.ended → fetching (tells leaving session.ended, commitLocation, says location.committed, says page.wanted)",
      "start → settled",
      "start → guarding",
      "start → failed",
    ]
  `)
})

test('rests in every state and crosses every transition', () => {
  expect(unreachable(navigationMachine, paths)).toEqual([])
  expect(uncrossed(navigationMachine, paths)).toEqual([])
})

test('asks for nothing that the page came with', () => {
  const { now, told } = run({ ...start('/about'), page })
  expect(now().value).toBe('settled')
  expect(told).toEqual([])
})

test('asks for the first page where it came with none', () => {
  const { told } = run(start('/about'))
  expect(told).toEqual([
    { type: 'page.wanted', location: locationOf('/about'), token: 1, afresh: false },
  ])
})

test('changes the address at once, and its own history only by replacing what is there', () => {
  const { ref, go, address, now } = run({ ...start('/about'), page })
  go('/other')
  ref.send({ type: 'history.popped', to: locationOf('/about') })
  expect(address).toEqual([
    ['/other', 'push'],
    ['/about', 'replace'],
  ])
  expect(selectLocation(now()).path).toBe('/about')
})

test('does not read a page again to show another part of it', () => {
  const { go, wanted, address } = run({ ...start('/about'), page })
  go('/about#team')
  expect(wanted()).toEqual([])
  expect(address).toEqual([['/about#team', 'push']])
  go('/about?page=2')
  expect(wanted()).toHaveLength(1)
})

test('reads a page again that failed before', () => {
  const { go, wanted } = run({ ...start('/about'), failure })
  go('/about')
  expect(wanted()).toHaveLength(1)
})

test('hears only the answer to its last question', () => {
  const { now, go, settle } = run(start('/about'))
  go('/other')
  settle(1)
  expect(isBusy(now())).toBe(true)
  settle(2)
  expect(isBusy(now())).toBe(false)
})

test('leaves what it waits for when it goes to one of the app’s own screens', async () => {
  const { go, now, told, settle, admit } = run(start('/about'))
  go('/login')
  await admit(null)
  expect(told.at(-1)).toEqual({ type: 'page.left' })
  settle(1)
  expect(now().value).toBe('settled')
})

test('follows a redirect in place of the entry that led to it', async () => {
  const { ref, address, redirecting, wanted } = run(start('/old'))
  ref.send({ type: 'page.redirected', token: 1, to: '/new?from=old' })
  expect(redirecting.heard[0]!.input).toEqual({ to: '/new?from=old' })
  redirecting.settle({ type: 'xstate.done.actor.followRedirect' })
  await waitFor(ref, (at) => at.matches('fetching'))
  expect(address).toEqual([['/new?from=old', 'replace']])
  expect(wanted().map(({ location: { path } }) => path)).toEqual(['/old', '/new'])
})

test('forgets a redirect when somebody goes elsewhere first', async () => {
  const { ref, go, redirecting, wanted } = run(start('/old'))
  ref.send({ type: 'page.redirected', token: 1, to: '/new' })
  go('/about')
  expect(redirecting.heard[0]!.signal.aborted).toBe(true)
  expect(wanted().map(({ location: { path } }) => path)).toEqual(['/old', '/about'])
})

test('takes the mark off an address that was forced', () => {
  const { ref, go, address, told } = run({ ...start('/about'), page })
  ref.send({ type: 'edit.entered' })
  go('/other')
  expect(told).toEqual([{ type: 'navigation.refused', to: locationOf('/other') }])
  go('/other?cwa_force=true&page=2')
  expect(address).toEqual([['/other?page=2', 'push']])
})

test('goes nowhere before it is known that what is there may be seen', async () => {
  const { go, now, told, address, admitting, admit } = run({ ...start('/about'), page })
  go('/_cwa/pages?cwa_force=true&page=2')
  expect(now().value).toBe('guarding')
  expect(selectLocation(now()).path).toBe('/about')
  expect(admitting.heard[0]!.input).toEqual(locationOf('/_cwa/pages?page=2'))
  expect([told, address]).toEqual([[], []])
  await admit(null)
  expect(address).toEqual([['/_cwa/pages?page=2', 'push']])
  expect(told.at(-1)).toEqual({ type: 'page.left' })
})

test('is sent elsewhere without having been there', async () => {
  const { go, address, admit, wanted } = run({ ...start('/about'), page })
  go('/_cwa/pages')
  await admit('/other?from=there')
  expect(address).toEqual([['/other?from=there', 'push']])
  expect(wanted().map(({ location }) => location.path)).toEqual(['/other'])
})

test('says why it may not be there, at the address that was asked for', async () => {
  const { go, now, told, address, admit } = run({ ...start('/about'), page })
  go('/_cwa/pages')
  await admit(failure)
  expect(now().value).toBe('failed')
  expect(address).toEqual([['/_cwa/pages', 'push']])
  expect(told.slice(-2)).toEqual([
    { type: 'page.left' },
    { type: 'page.failed', token: 0, failure },
  ])
})

test('asks for a page without a route by its IRI, once that is allowed', async () => {
  const { go, address, admit, wanted } = run({ ...start('/about'), page })
  go('/_cwa/%2F_%2Fpages%2F1')
  expect(wanted()).toEqual([])
  await admit(null)
  expect(address).toEqual([['/_cwa/%2F_%2Fpages%2F1', 'push']])
  expect(wanted()[0]!.location).toEqual(locationOf('/_/pages/1'))
})

test('asks again for who has just signed in', async () => {
  const { ref, admitting, admit, wanted, go } = run({ ...start('/about'), page })
  go('/_cwa/%2F_%2Fpages%2F1')
  ref.send({ type: 'session.started' })
  expect(admitting.heard.map(({ signal }) => signal.aborted)).toEqual([true, false])
  await admit(null)
  expect(wanted()).toMatchObject([{ afresh: true }])
})

test('leaves undecided what the server could not decide, and nothing else', () => {
  expect(run(start('/_cwa/pages')).now().value).toBe('guarding')
  expect(run({ ...start('/_cwa/pages'), user: admin }).now().value).toBe('settled')
  expect(run({ ...start('/_cwa/pages'), user: admin, failure }).now().value).toBe('failed')
  expect(run(start('/login')).now().value).toBe('settled')
})

test('goes back after signing in, and home from the admin area after signing out', async () => {
  const sent = run(start('/login?back=%2F_cwa%2Fpages'))
  sent.ref.send({ type: 'session.started' })
  await sent.admit(null)
  expect(sent.address).toEqual([['/_cwa/pages', 'replace']])

  const signedIn = run(start('/login'))
  signedIn.ref.send({ type: 'session.started' })
  expect(signedIn.address).toEqual([['/', 'replace']])
  expect(signedIn.wanted()).toMatchObject([{ location: { path: '/' }, afresh: true }])

  const signedOut = run(start('/_cwa/pages'))
  signedOut.ref.send({ type: 'session.ended' })
  expect(signedOut.address).toEqual([['/', 'replace']])
  expect(signedOut.wanted()).toMatchObject([{ location: { path: '/' }, afresh: true }])
})

test('reads the page anew when somebody else looks at it', () => {
  const { ref, address, wanted } = run({ ...start('/about'), page })
  ref.send({ type: 'session.started' })
  ref.send({ type: 'session.ended' })
  expect(address).toEqual([])
  expect(wanted().map(({ token, afresh }) => [token, afresh])).toEqual([
    [1, true],
    [2, true],
  ])
})
