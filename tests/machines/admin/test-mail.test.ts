import { expect, test } from 'vitest'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { testMailMachine } from '#machines/admin/test-mail.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '../../support/machines/paths.ts'
import { transitionTable } from '../../support/machines/transition-table.ts'

const result = { to: 'ada@people.test', isSent: true, answer: '250 Ok' }

const paths = pathsOf(testMailMachine, {
  input: undefined,
  events: [
    { type: 'mail.requested' },
    { type: 'xstate.done.actor.sendTestMail', output: result },
    { type: 'xstate.error.actor.sendTestMail', error: new Failure('offline') },
    { type: 'xstate.error.actor.sendTestMail', error: failureFromStatus(401) },
    { type: 'xstate.done.actor.renewSession', output: 'renewed' },
    { type: 'xstate.done.actor.renewSession', output: 'declined' },
    { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
  ],
  distinguishBy: ({ result: shown, failure }) => [shown !== null, failure !== null],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "idle | mail.requested → sending {failure, result}",
      "sending | sendTestMail done → idle {result}",
      "sending | sendTestMail failed → idle {failure}",
      "sending | sendTestMail failed [canRenew] → renewing {failure}",
      "renewing | renewSession done [isRenewed] → sending",
      "renewing | renewSession done → idle",
      "renewing | renewSession failed → idle",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(testMailMachine, paths)).toEqual([])
  expect(untakenTransitions(testMailMachine, paths)).toEqual([])
})
