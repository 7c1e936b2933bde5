import { expect, test } from 'vitest'
import { maintenanceModeIn } from '#content/settings/maintenance.ts'
import { maintenanceMachine } from '#machines/app/maintenance.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const message = (value: unknown, key = 'maintenanceModeEnabled') => ({
  type: 'message.received' as const,
  id: '1',
  data: { '@id': `/_/site_config_parameters/${key}`, '@type': 'SiteConfigParameter', key, value },
})

const pathsFrom = (isEnabled: boolean) =>
  pathsOf(maintenanceMachine, {
    input: { isEnabled },
    events: [message('1'), message('0')] as never,
  })
const paths = [...pathsFrom(false), ...pathsFrom(true)]

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → open",
      "start → closed",
      "open | message.received [isTurnedOn] → closed",
      "closed | message.received [isTurnedOff] → open",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(maintenanceMachine, paths)).toEqual([])
  expect(untakenTransitions(maintenanceMachine, paths)).toEqual([])
})

test('reads the mode in messages about it, and in no others', () => {
  const read = (value: unknown, key?: string) =>
    maintenanceModeIn({ data: message(value, key).data as never })
  expect(read('true')).toBe(true)
  expect(read('1')).toBe(true)
  expect(read('0')).toBe(false)
  // It was deleted, or nobody knows what it says.
  expect(read(undefined)).toBe(false)
  expect(read('constructor')).toBe(false)
  expect(read('1', 'siteName')).toBeNull()
})
