import { expect, test } from 'vitest'
import type { AccountSession } from '#content/account/account-sessions.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { accountSessionsMachine } from '#machines/session/account-sessions.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '../../support/machines/paths.ts'
import { transitionTable } from '../../support/machines/transition-table.ts'

const iri = '/users/1/sessions/2'
const sessions: AccountSession[] = [
  { iri, browser: 'Firefox on Linux', signedInAt: '', usedAt: '', isCurrent: false },
]

const paths = pathsOf(accountSessionsMachine, {
  input: { account: '/users/1' },
  events: [
    { type: 'end.requested', iri },
    { type: 'retry.requested' },
    { type: 'xstate.done.actor.readSessions', output: sessions },
    { type: 'xstate.done.actor.readSessions', output: null },
    { type: 'xstate.error.actor.readSessions', error: new Failure('offline') },
    { type: 'xstate.error.actor.readSessions', error: failureFromStatus(401) },
    { type: 'xstate.done.actor.endSessions' },
    { type: 'xstate.error.actor.endSessions', error: new Failure('offline') },
    { type: 'xstate.error.actor.endSessions', error: failureFromStatus(404) },
    { type: 'xstate.error.actor.endSessions', error: failureFromStatus(401) },
    { type: 'xstate.done.actor.renewSession', output: 'renewed' },
    { type: 'xstate.done.actor.renewSession', output: 'declined' },
    { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
  ],
  distinguishBy: ({ sessions: read, ended, failure }) => [read !== null, ended, failure !== null],
})

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
