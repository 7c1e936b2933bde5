import { expect, test } from 'vitest'
import { settingsMachine } from '#machines/admin/settings.ts'
import { unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { settingsPaths } from '../../support/machines/settings-paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

test('has this transition table', () => {
  expect(transitionTable(settingsPaths)).toMatchInlineSnapshot(`
    [
      "start → form.reading requests.busy",
      "form.reading | readSettings done → form.ready {draft, facts}",
      "form.reading | readSettings failed → form.failed {failure}",
      "form.failed | retry.requested → form.reading {failure}",
      "form.ready | setting.changed → form.unsaved.editing {draft, outcomes} (sends changes.made to leaveGuard)",
      "form.ready | setting.changed [isUnchanged] → form.ready {outcomes} (sends changes.made to leaveGuard, sends changes.settled to leaveGuard)",
      "form.ready | message.received [isSetting] {draft}",
      "form.unsaved | setting.changed {draft, outcomes}",
      "form.unsaved | setting.changed [isUnchanged] → form.ready {draft, outcomes} (sends changes.settled to leaveGuard)",
      "form.unsaved | message.received [isSetting] {draft}",
      "form.unsaved | mine.kept {draft}",
      "form.unsaved | theirs.taken [isUnchanged] → form.ready {draft} (sends changes.settled to leaveGuard)",
      "form.unsaved | theirs.taken {draft}",
      "form.unsaved.editing | discard.requested → form.unsaved.confirmingDiscard",
      "form.unsaved.editing | save.requested [hasProblems] → form.unsaved.refused (logNotSaved)",
      "form.unsaved.editing | save.requested [areRequestsIdle and canSend] → form.unsaved.saving {outcomes}",
      "form.unsaved.saving | setting.answered {draft, outcomes}",
      "form.unsaved.saving | settingsSave done → form.unsaved.refused {outcomes} (logNotSaved)",
      "form.unsaved.saving | settingsSave done [isSaved, isUnchanged] → form.ready (sends changes.settled to leaveGuard)",
      "form.unsaved.saving | settingsSave done [isSaved] → form.unsaved.editing",
      "form.unsaved.refused | setting.changed → form.unsaved.editing {draft, outcomes}",
      "form.unsaved.refused | setting.changed [isUnchanged] → form.ready {draft, outcomes} (sends changes.settled to leaveGuard)",
      "form.unsaved.refused | save.requested [hasProblems] → form.unsaved.refused (logNotSaved)",
      "form.unsaved.refused | discard.requested → form.unsaved.confirmingDiscard",
      "form.unsaved.refused | save.requested [areRequestsIdle and canSend] → form.unsaved.saving {outcomes}",
      "form.unsaved.confirmingDiscard | discard.confirmed [isUnchanged] → form.ready {draft, outcomes} (sends changes.settled to leaveGuard)",
      "form.unsaved.confirmingDiscard | discard.canceled → form.unsaved.editing",
      "form.unsaved.confirmingDiscard | discard.canceled [hasFailures] → form.unsaved.refused",
      "form.unsaved.confirmingDiscard | discard.canceled [isUnchanged] → form.ready (sends changes.settled to leaveGuard)",
      "requests.idle | requests.busy → requests.busy",
      "requests.busy | requests.idle → requests.idle",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(settingsMachine, settingsPaths)).toEqual([])
  expect(untakenTransitions(settingsMachine, settingsPaths)).toEqual([])
})
