import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { isRefused, scheduleFormMachine } from '#machines/editing/schedule-form.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '../../support/machines/paths.ts'
import { transitionTable } from '../../support/machines/transition-table.ts'

const entered = '2026-05-01T12:00'
const submittedAt = Date.parse(entered)
const before = { type: 'time.submitted', entered, submittedAt: submittedAt - 1 } as const
const after = { type: 'time.submitted', entered, submittedAt } as const
const paths = pathsOf(scheduleFormMachine, { input: undefined, events: [before, after] })

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → filling",
      "scheduleForm | time.submitted [isFuture] → filling (emits time.accepted)",
      "scheduleForm | time.submitted → refused",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(scheduleFormMachine, paths)).toEqual([])
  expect(untakenTransitions(scheduleFormMachine, paths)).toEqual([])
})

test('refuses a time that has come, until one in the future is submitted', () => {
  const accepted: string[] = []
  const ref = createActor(scheduleFormMachine).start()
  ref.on('time.accepted', ({ publishedAt }) => accepted.push(publishedAt))
  ref.send(after)
  expect(isRefused(ref.getSnapshot())).toBe(true)
  expect(accepted).toEqual([])
  ref.send(before)
  expect(isRefused(ref.getSnapshot())).toBe(false)
  expect(accepted).toEqual([new Date(entered).toISOString()])
})
