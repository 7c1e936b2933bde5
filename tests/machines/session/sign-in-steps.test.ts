import { expect, test } from 'vitest'
import { signInStepsMachine } from '#machines/session/sign-in-steps.ts'
import { signInSteps as walked } from '../../support/machines/account-paths.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const { inputs, ...options } = walked
const paths = inputs.flatMap((input) => pathsOf(signInStepsMachine, { input, ...options }))

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → askingForPassword",
      "start → askingForCode",
      "signInSteps | code.needed → askingForCode {twoFactorToken}",
      "askingForCode | code.expired → askingForPassword {twoFactorToken}",
      "askingForCode | signIn.restarted → askingForPassword {twoFactorToken}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(signInStepsMachine, paths)).toEqual([])
  expect(untakenTransitions(signInStepsMachine, paths)).toEqual([])
})
