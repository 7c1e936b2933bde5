import { expect, test } from 'vitest'
import { accountMailMachine } from '#machines/session/account-mail.ts'
import { accountMail } from '../../support/machines/admin-paths.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(accountMailMachine, accountMail)

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
