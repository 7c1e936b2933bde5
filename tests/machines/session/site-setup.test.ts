import { expect, test } from 'vitest'
import type { Failure } from '#content/model/failure.ts'
import { siteSetupMachine } from '#machines/session/site-setup.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { siteSetupPaths } from '../../support/machines/site-setup-paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(siteSetupMachine, siteSetupPaths)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "reading | readSetup done → entering {username}",
      "reading | readSetup failed → failed {failure}",
      "reading | readSetup failed [isExpired] → expired",
      "failed | retry.requested → reading {failure}",
      "entering | answer.changed {errors}",
      "entering | setup.submitted → saving {errors, failure}",
      "entering | setup.submitted [isMismatch] {errors, failure}",
      "saving | sendSetup done → done (openSite)",
      "saving | sendSetup failed → entering {errors, failure}",
      "saving | sendSetup failed [isExpired] → expired",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(siteSetupMachine, paths)).toEqual([])
  expect(untakenTransitions(siteSetupMachine, paths)).toEqual([])
})

test('a failure that is about single answers is shown at them alone', () => {
  const refused = paths.find(
    ({ events, next }) =>
      events.at(-1)?.type === 'xstate.error.actor.sendSetup' &&
      (events.at(-1) as unknown as { error: Failure }).error.violations.length > 0 &&
      next.matches('entering'),
  )!
  expect(refused.next.context).toMatchObject({
    failure: null,
    errors: { username: 'This username is taken.' },
  })
})
