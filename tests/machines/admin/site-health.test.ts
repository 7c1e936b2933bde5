import { expect, test } from 'vitest'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { siteHealthMachine } from '#machines/admin/site-health.ts'
import { siteHealth } from '../../support/content/site-health.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '../../support/machines/paths.ts'
import { transitionTable } from '../../support/machines/transition-table.ts'

const paths = pathsOf(siteHealthMachine, {
  input: undefined,
  events: [
    { type: 'refresh.requested' },
    { type: 'xstate.done.actor.readHealth', output: siteHealth() },
    { type: 'xstate.error.actor.readHealth', error: new Failure('offline') },
    { type: 'xstate.error.actor.readHealth', error: failureFromStatus(401) },
    { type: 'xstate.done.actor.renewSession', output: 'renewed' },
    { type: 'xstate.done.actor.renewSession', output: 'declined' },
    { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
  ],
  distinguishBy: ({ health, failure }) => [health !== null, failure !== null],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "reading | readHealth done → ready {failure, health}",
      "reading | readHealth failed → failed {failure}",
      "reading | readHealth failed [canRenew] → renewing {failure}",
      "ready | refresh.requested → reading",
      "failed | refresh.requested → reading {failure}",
      "renewing | renewSession done [isRenewed] → reading",
      "renewing | renewSession done → failed",
      "renewing | renewSession failed → failed",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(siteHealthMachine, paths)).toEqual([])
  expect(untakenTransitions(siteHealthMachine, paths)).toEqual([])
})
