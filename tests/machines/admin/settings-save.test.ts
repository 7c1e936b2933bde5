import { expect, test } from 'vitest'
import { settingsSaveMachine } from '#machines/admin/settings-save.ts'
import { unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { settingsSavePaths } from '../../support/machines/settings-paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

test('has this transition table', () => {
  expect(transitionTable(settingsSavePaths)).toMatchInlineSnapshot(`
    [
      "start → sending",
      "sending | setting.answered [isAnswered] → done {answers} (emits setting.answered)",
      "sending | setting.answered [isAnswered and hasSessionEnded] → renewing {answers} (emits setting.answered)",
      "sending | saveSettings failed → done",
      "renewing | renewSession done [isRenewed] → resending {answers}",
      "renewing | renewSession done → done",
      "renewing | renewSession failed → done",
      "resending | setting.answered [isAnswered] → done {answers} (emits setting.answered)",
      "resending | saveSettings failed → done",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(settingsSaveMachine, settingsSavePaths)).toEqual([])
  expect(untakenTransitions(settingsSaveMachine, settingsSavePaths)).toEqual([])
})
