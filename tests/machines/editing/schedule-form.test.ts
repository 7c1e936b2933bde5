import { expect, test } from 'vitest'
import { scheduleFormMachine } from '#machines/editing/schedule-form.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const accepted = { type: 'time.submitted', publishedAt: '2026-05-01T12:00:00.000Z' } as const
const refused = { type: 'time.submitted', publishedAt: null } as const
const paths = pathsOf(scheduleFormMachine, { input: undefined, events: [accepted, refused] })

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → filling",
      "scheduleForm | time.submitted [isFuture] → filling",
      "scheduleForm | time.submitted → refused",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(scheduleFormMachine, paths)).toEqual([])
  expect(untakenTransitions(scheduleFormMachine, paths)).toEqual([])
})
