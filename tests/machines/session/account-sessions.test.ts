import { expect, test } from 'vitest'
import { accountSessionsMachine } from '#machines/session/account-sessions.ts'
import { accountSessions } from '../../support/machines/admin-paths.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(accountSessionsMachine, accountSessions)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "reading | readSessions done [isOffered] → shown {ended, failure, sessions}",
      "reading | readSessions done → unavailable {ended}",
      "reading | readSessions failed → failed {ended, failure}",
      "reading | readSessions failed [canRenew] → renewing {ended, failure}",
      "failed | retry.requested → reading {failure}",
      "shown | end.requested → ending {ended, failure}",
      "ending | endSessions done → reading",
      "ending | endSessions failed → shown {failure}",
      "ending | endSessions failed [isEnded] → reading",
      "ending | endSessions failed [canRenew] → renewing {failure}",
      "renewing | renewSession done [isRenewed] → reading",
      "renewing | renewSession done → failed",
      "renewing | renewSession failed → failed",
      "renewing | renewSession done [isRead] → shown",
      "renewing | renewSession failed [isRead] → shown",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(accountSessionsMachine, paths)).toEqual([])
  expect(untakenTransitions(accountSessionsMachine, paths)).toEqual([])
})
