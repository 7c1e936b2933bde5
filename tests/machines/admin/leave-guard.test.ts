import { expect, test } from 'vitest'
import { locationOf } from '#content/navigation/location.ts'
import type { NavigationRequest } from '#content/navigation/navigation-request.ts'
import { leaveGuardMachine } from '#machines/admin/leave-guard.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const link: NavigationRequest = { to: locationOf('/about'), source: 'link' }
const back: NavigationRequest = { to: locationOf('/'), source: 'history', delta: -1 }

const paths = pathsOf(leaveGuardMachine, {
  input: undefined,
  events: [
    { type: 'leaving.requested', request: link },
    { type: 'leaving.requested', request: back },
    { type: 'leave.confirmed' },
    { type: 'leave.canceled' },
    { type: 'changes.made' },
    { type: 'changes.settled' },
    { type: 'xstate.error.actor.guardLeaving', error: new Error() },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → free",
      "free | changes.made → guarded.watching",
      "guarded | changes.settled → free",
      "guarded.watching | leaving.requested → guarded.asking {request}",
      "guarded.asking | leaving.requested [isByHistory] {request}",
      "guarded.asking | leave.confirmed → guarded.watching {request} (leave)",
      "guarded.asking | leave.canceled → guarded.watching {request} (restoreLocation)",
      "guarded.asking | changes.settled → free {request} (leave)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(leaveGuardMachine, paths)).toEqual([])
  expect(untakenTransitions(leaveGuardMachine, paths)).toEqual([])
})
