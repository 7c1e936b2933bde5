import { expect, test } from 'vitest'
import { emailConfirmationMachine } from '#machines/session/email-confirmation.ts'
import { emailConfirmation as walked } from '../../support/machines/account-paths.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '../../support/machines/paths.ts'
import { transitionTable } from '../../support/machines/transition-table.ts'

const { inputs, ...options } = walked
const paths = inputs.flatMap((input) => pathsOf(emailConfirmationMachine, { input, ...options }))

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → confirming",
      "start → confirmed",
      "start → taken",
      "start → expired",
      "start → failed",
      "start → resent",
      "confirming | confirmEmail done → confirmed",
      "confirming | confirmEmail failed [isTaken] → taken",
      "confirming | confirmEmail failed [isExpired] → expired",
      "confirming | confirmEmail failed → failed {failure}",
      "failed | retry.requested → confirming {failure}",
      "expired | resend.requested → resending {failure}",
      "resending | resendMail done → resent",
      "resending | resendMail failed → expired {failure}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(emailConfirmationMachine, paths)).toEqual([])
  expect(untakenTransitions(emailConfirmationMachine, paths)).toEqual([])
})
