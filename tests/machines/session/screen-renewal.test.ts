import { expect, test } from 'vitest'
import { screenRenewalMachine } from '#machines/session/screen-renewal.ts'
import { unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { screenRenewalPaths as paths } from '../../support/machines/screen-renewal-paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "screenRenewal | location.committed → idle (emits renewal.declined)",
      "idle | renewal.requested → prompting.checking",
      "prompting | proof.submitted → signingIn",
      "prompting | renewal.canceled → declined (emits renewal.declined)",
      "prompting.waiting | window.focused → prompting.checking",
      "prompting.checking | readSession done [isSameAccount] → idle (emits session.renewed)",
      "prompting.checking | readSession done → prompting.waiting {otherUser}",
      "prompting.checking | readSession failed → prompting.waiting {failure}",
      "signingIn | renewal.canceled → declined (emits renewal.declined)",
      "signingIn | signIn done [isSameAccount] → idle (emits session.renewed)",
      "signingIn | signIn done → prompting.waiting {otherUser}",
      "signingIn | signIn failed → prompting.waiting {failure}",
      "declined | renewal.requested → prompting.checking",
      "declined | signIn.requested → prompting.checking",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(screenRenewalMachine, paths)).toEqual([])
  expect(untakenTransitions(screenRenewalMachine, paths)).toEqual([])
})
