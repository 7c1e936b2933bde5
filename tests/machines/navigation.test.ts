import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { Failure } from '#content/failure.ts'
import { hrefOf, locationOf } from '#content/location.ts'
import type { Question } from '#machines/dialogs.ts'
import { leavingMachine } from '#machines/leaving.ts'
import {
  type NavigationEmitted,
  isBusy,
  navigationMachine,
  selectLocation,
} from '#machines/navigation.ts'
import { siteAt } from '../support/pages.ts'
import { pathsOf, puppet, tableOf, uncrossed, unreachable } from '../support/paths.ts'

const { shown: page } = siteAt('/about')
const failure = new Failure('notFound')
const allowed = (href: string) =>
  ({ type: 'navigation.allowed', to: locationOf(href), source: 'link' }) as const

const start = (href: string) => ({ location: locationOf(href), page: null, failure: null })

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
      { type: 'session.started' },
      { type: 'session.ended' },
      ...[1, 2].flatMap((token) => [
        { type: 'page.settled' as const, token, page },
        { type: 'page.redirected' as const, token, to: '/about' },
        { type: 'page.failed' as const, token, failure },
      ]),
      { type: 'xstate.done.actor.followRedirect' },
      { type: 'xstate.error.actor.followRedirect', error: failure },
    ],
    // The token grows for ever; what matters is whether an answer is the one that is waited for.
    tellApart: ({ location }) => location.path,
  })

const run = (input: {
  location: ReturnType<typeof locationOf>
  page: typeof page | null
  failure: Failure | null
}) => {
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
  const wanted = () => told.filter((event) => event.type === 'page.wanted')
  const settle = (token: number) => ref.send({ type: 'page.settled', token, page })
  return { ref, told, address, redirecting, go, wanted, settle, now: () => ref.getSnapshot() }
}

const paths = [
  start('/about'),
  start('/login'),
  start('/_cwa/pages'),
  { ...start('/about'), page },
  { ...start('/about'), failure },
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
      "fetching | navigation.allowed → settled (commitLocation, says location.committed, says page.left)",
      "fetching | session.started → fetching (says page.wanted)",
      "fetching | session.ended → fetching (tells leaving session.ended, says page.wanted)",
      "fetching | page.settled → settled",
      "fetching | page.redirected → redirecting",
      "fetching | page.failed → failed",
      "settled | navigation.requested → settled (tells leaving navigation.requested)",
      "settled | history.popped → settled (tells leaving history.popped)",
      "settled | edit.entered → settled (tells leaving edit.entered)",
      "settled | add.started → settled (tells leaving add.started)",
      "settled | add.ended → settled (tells leaving add.ended)",
      "settled | navigation.refused → settled (says navigation.refused)",
      "settled | add.discarded → settled (says add.discarded)",
      "settled | navigation.allowed → fetching (commitLocation, says location.committed, says page.wanted)",
      "settled | navigation.allowed → settled (commitLocation, says location.committed)",
      "settled | session.started → fetching (commitLocation, says location.committed, says page.wanted)",
      "settled | navigation.allowed → settled (commitLocation, says location.committed, says page.left)",
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
      "redirecting | navigation.allowed → settled (commitLocation, says location.committed, says page.left)",
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
      "failed | navigation.allowed → settled (commitLocation, says location.committed, says page.left)",
      "failed | session.started → fetching (says page.wanted)",
      "failed | session.ended → fetching (tells leaving session.ended, says page.wanted)",
      "start → settled",
      "settled | session.ended → fetching (tells leaving session.ended, commitLocation, says location.committed, says page.wanted)",
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

test('leaves what it waits for when it goes to one of the app’s own screens', () => {
  const { go, now, told, settle } = run(start('/about'))
  go('/login')
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

test('goes home after signing in, and from the admin area after signing out', () => {
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
