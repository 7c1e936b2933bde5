import { expect, test } from 'vitest'
import { passwordResetRequestMachine } from '#machines/session/password-reset-request.ts'
import { passwordResetRequest as walked } from '../../support/machines/account-paths.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const { inputs, ...options } = walked
const paths = inputs.flatMap((input) => pathsOf(passwordResetRequestMachine, { input, ...options }))

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → entering",
      "start → sent",
      "entering | reset.requested → sending {failure, username}",
      "sending | requestReset done → sent",
      "sending | requestReset failed → entering {failure}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(passwordResetRequestMachine, paths)).toEqual([])
  expect(untakenTransitions(passwordResetRequestMachine, paths)).toEqual([])
})
