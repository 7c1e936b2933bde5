import { expect, test } from 'vitest'
import { testMailMachine } from '#machines/admin/test-mail.ts'
import { testMail } from '../../support/machines/admin-paths.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(testMailMachine, testMail)

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
