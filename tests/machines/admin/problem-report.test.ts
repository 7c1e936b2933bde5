import { expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { problemReportMachine } from '#machines/admin/problem-report.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(problemReportMachine, {
  input: undefined,
  events: [
    { type: 'report.requested' },
    { type: 'report.confirmed' },
    { type: 'report.dismissed' },
    { type: 'retry.requested' },
    { type: 'xstate.done.actor.writeReport', output: { since: 0, events: 1, bytes: 10 } },
    { type: 'xstate.error.actor.writeReport', error: new Failure('offline') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → closed",
      "closed | report.requested → writing",
      "writing | report.dismissed → closed",
      "writing | writeReport done → asking {facts}",
      "writing | writeReport failed → failed",
      "asking | report.confirmed → saved (saveReport)",
      "asking | report.dismissed → closed",
      "saved | report.dismissed → closed",
      "failed | report.dismissed → closed",
      "failed | retry.requested → writing",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(problemReportMachine, paths)).toEqual([])
  expect(untakenTransitions(problemReportMachine, paths)).toEqual([])
})
