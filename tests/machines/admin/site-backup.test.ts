import { expect, test } from 'vitest'
import { siteBackupMachine } from '#machines/admin/site-backup.ts'
import { siteBackup } from '../../support/machines/admin-paths.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(siteBackupMachine, siteBackup)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "idle | backup.requested → downloading {failure, received}",
      "downloading | download.canceled → idle",
      "downloading | bytes.received {received}",
      "downloading | backup.saved → saved",
      "downloading | download.failed → idle {failure}",
      "downloading | download.failed [canRenew] → renewing {failure}",
      "downloading | downloadBackup failed → idle {failure}",
      "saved | backup.requested → downloading {received}",
      "renewing | renewSession done [isRenewed] → idle {failure, received}",
      "renewing | renewSession done → idle",
      "renewing | renewSession failed → idle",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(siteBackupMachine, paths)).toEqual([])
  expect(untakenTransitions(siteBackupMachine, paths)).toEqual([])
})
