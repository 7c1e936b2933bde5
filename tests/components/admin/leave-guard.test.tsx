import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { locationOf } from '#content/navigation/location.ts'
import type { NavigationRequest } from '#content/navigation/navigation-request.ts'
import { leaveGuardMachine } from '#machines/admin/leave-guard.ts'
import { type OpenApp, openApp } from '../../support/app.tsx'
import { admin } from '../../support/content/sample-resources.ts'
import { cover } from '../../support/machines/coverage.ts'
import { coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'
import { GuardedScreen, guardedPath } from '../../support/ui/GuardedScreen.tsx'

const coverage = cover(leaveGuardMachine)
afterEach(cleanup)

const link: NavigationRequest = { to: locationOf('/about'), source: 'link' }
const back: NavigationRequest = { to: locationOf('/other'), source: 'history', delta: -1 }

const paths = coveringPaths(
  pathsOf(leaveGuardMachine, {
    input: undefined,
    events: [
      { type: 'changes.made' },
      { type: 'changes.settled' },
      { type: 'leaving.requested', request: link },
      { type: 'leaving.requested', request: back },
      { type: 'leave.confirmed' },
      { type: 'leave.canceled' },
    ],
  }),
)

const openScreen = () =>
  openApp(guardedPath, {
    input: { user: admin },
    AppScreen: GuardedScreen,
    inspect: coverage.inspect,
  })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const question = () => screen.queryByRole('alertdialog', { name: 'Leave without saving?' })

const gestures: Record<string, (app: OpenApp, event: never) => unknown> = {
  'changes.made': () => press('Change'),
  'changes.settled': () => press('Save'),
  'leaving.requested': ({ follow, pop }, { request }: { request: NavigationRequest }) =>
    request.source === 'link' ? follow('About') : pop('/other'),
  'leave.confirmed': () => press('Leave without saving'),
  'leave.canceled': () => press('Stay'),
}

/** True for the answer after which the location is left that was asked about. */
const isLeft = (types: readonly string[]) =>
  types.at(-1) === 'leave.confirmed' ||
  (types.at(-1) === 'changes.settled' && types.at(-2) === 'leaving.requested')

test.each(namedPaths(paths))('%s', async (_, { events, next }) => {
  const app = openScreen()
  for (const event of events)
    await app.happen(() => gestures[event.type]!(app, event as never) as void)
  const types = events.map(({ type }) => type)
  expect(app.location().path).toBe(isLeft(types) ? link.to.path : guardedPath)
  expect(question() !== null).toBe(next.matches({ guarded: 'asking' }))
})

test('goes back to the entry of the screen where Back is not confirmed', async () => {
  const app = openScreen()
  press('Change')
  await app.pop('/other')
  expect(location.pathname).toBe('/other')
  press('Stay')
  await expect.poll(() => location.pathname).toBe(guardedPath)
  expect(app.location().path).toBe(guardedPath)
  await app.pop('/other')
  press('Leave without saving')
  expect(app.location().path).toBe('/other')
})

test('asks the browser to ask before the document is left, while something is unsaved', async () => {
  openScreen()
  const isAsked = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))
  expect(isAsked()).toBe(false)
  press('Change')
  expect(isAsked()).toBe(true)
  press('Save')
  expect(isAsked()).toBe(false)
})

const reason = 'sent by the machine of a screen, of which the test has none'
coverage.expectAll({
  'leaveGuard.free changes.made': reason,
  'leaveGuard.guarded changes.settled': reason,
  'leaveGuard.guarded.asking changes.settled': reason,
})
