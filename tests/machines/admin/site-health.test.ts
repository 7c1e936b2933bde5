import { expect, test } from 'vitest'
import { siteHealthMachine } from '#machines/admin/site-health.ts'
import { siteHealth } from '../../support/machines/admin-paths.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(siteHealthMachine, siteHealth)

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
