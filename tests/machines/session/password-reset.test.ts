import { expect, test } from 'vitest'
import { passwordResetMachine } from '#machines/session/password-reset.ts'
import { passwordReset as walked } from '../../support/machines/account-paths.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const { inputs, ...options } = walked
const paths = inputs.flatMap((input) => pathsOf(passwordResetMachine, { input, ...options }))

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → entering",
      "start → done",
      "start → expired",
      "entering | password.submitted → saving {errors, failure}",
      "entering | password.submitted [isMismatch] {errors, failure}",
      "entering | password.changed {errors, failure}",
      "saving | resetPassword done [isAccepted] → done",
      "saving | resetPassword done → entering {errors}",
      "saving | resetPassword failed [isExpired] → expired",
      "saving | resetPassword failed → entering {failure}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(passwordResetMachine, paths)).toEqual([])
  expect(untakenTransitions(passwordResetMachine, paths)).toEqual([])
})
