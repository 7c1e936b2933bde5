import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { AccountAttempt } from '#content/account/account-attempt.ts'
import { emailConfirmationMachine, selectFailure } from '#machines/session/email-confirmation.ts'
import { emailConfirmation as walked } from '../../support/machines/account-paths.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const { inputs, ...options } = walked
const { link } = inputs[0]
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

test('an expired link is said to be expired, not refused', () => {
  const failureAfter = (attempt: AccountAttempt) =>
    selectFailure(
      createActor(emailConfirmationMachine, { input: { link, attempt } }).start().getSnapshot(),
    )?.message
  const attempt = {
    username: '',
    errors: [],
    isResend: false,
    failure: { status: 404, message: 'None.' },
  }
  expect(failureAfter(attempt)).toBeUndefined()
  const resend = { ...attempt, isResend: true, failure: { status: 429, message: 'Too many.' } }
  expect(failureAfter(resend)).toBe('Too many.')
})
