import { expect, test } from 'vitest'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { accountMailMachine } from '#machines/session/account-mail.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '../../support/machines/paths.ts'
import { transitionTable } from '../../support/machines/transition-table.ts'

const paths = pathsOf(accountMailMachine, {
  input: undefined,
  events: [
    { type: 'mail.requested', request: { method: 'POST', iri: '/users/1/invitation' } },
    { type: 'xstate.done.actor.sendMail' },
    { type: 'xstate.error.actor.sendMail', error: new Failure('offline') },
    { type: 'xstate.error.actor.sendMail', error: failureFromStatus(401) },
    { type: 'xstate.done.actor.renewSession', output: 'renewed' },
    { type: 'xstate.done.actor.renewSession', output: 'declined' },
    { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
  ],
  distinguishBy: ({ request, failure }) => [request !== null, failure !== null],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "idle | mail.requested → sending {failure, request}",
      "sending | sendMail done → sent",
      "sending | sendMail failed → idle {failure}",
      "sending | sendMail failed [canRenew] → renewing {failure}",
      "sent | sentNoticeTime elapsed → idle",
      "renewing | renewSession done [isRenewed] → sending",
      "renewing | renewSession done → idle",
      "renewing | renewSession failed → idle",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(accountMailMachine, paths)).toEqual([])
  expect(untakenTransitions(accountMailMachine, paths)).toEqual([])
})
