import { expect, test } from 'vitest'
import { twoFactorMachine } from '#machines/session/two-factor.ts'
import { twoFactor as walked } from '../../support/machines/account-paths.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const { inputs, ...options } = walked
const paths = inputs.flatMap((input) => pathsOf(twoFactorMachine, { input, ...options }))

test('has this transition table', () => {
  const table = transitionTable(paths)
  expect(table.length).toBeLessThanOrEqual(40)
  expect(table).toMatchInlineSnapshot(`
    [
      "start → reading",
      "reading | readTwoFactor done [isOffered, isOn] → on {status}",
      "reading | readTwoFactor done [isOffered] → off {status}",
      "reading | readTwoFactor done → unavailable",
      "reading | readTwoFactor failed → failed {failure}",
      "reading | readTwoFactor failed [canRenew] → renewing {failure}",
      "failed | retry.requested → reading {failure}",
      "off | change.requested → changing {failure, request}",
      "on | proof.requested → proving {request}",
      "on | removal.requested → confirmingRemoval",
      "scanning | change.requested → changing {failure, request}",
      "scanning | change.canceled → off {failure, key, request}",
      "proving | proof.submitted → changing",
      "proving | change.canceled → on {request}",
      "confirmingRemoval | change.requested → changing {request}",
      "confirmingRemoval | change.canceled → on",
      "changing | changeTwoFactor done [hasKey] → scanning {key}",
      "changing | changeTwoFactor done [hasCodes] → listingCodes {recoveryCodes}",
      "changing | changeTwoFactor done → reading {failure, key, request}",
      "changing | changeTwoFactor failed [isRead] → off {failure}",
      "changing | changeTwoFactor failed [canRenew] → renewing {failure}",
      "changing | changeTwoFactor failed [needsProof] → proving {failure}",
      "changing | changeTwoFactor failed [isSettingUp] → scanning {failure}",
      "listingCodes | codes.kept → reading {failure, key, recoveryCodes, request}",
      "listingCodes | codes.kept [isRequired] → finished (openSite)",
      "renewing | renewSession done [isRenewed] → reading",
      "renewing | renewSession done → failed",
      "renewing | renewSession failed → failed",
      "renewing | renewSession done [isRenewed, isRead] → changing",
      "renewing | renewSession done [isRead] → off",
      "renewing | renewSession failed [isRead] → off",
      "renewing | renewSession done [needsProof] → proving",
      "renewing | renewSession failed [needsProof] → proving",
      "renewing | renewSession done [isSettingUp] → scanning",
      "renewing | renewSession failed [isSettingUp] → scanning",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(twoFactorMachine, paths)).toEqual([])
  expect(untakenTransitions(twoFactorMachine, paths)).toEqual([])
})
