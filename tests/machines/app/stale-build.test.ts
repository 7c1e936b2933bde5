import { expect, test } from 'vitest'
import { staleBuildMachine } from '#machines/app/stale-build.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(staleBuildMachine, {
  input: undefined,
  events: [
    { type: 'preload.failed', isStylesheet: false },
    { type: 'preload.failed', isStylesheet: true },
    { type: 'xstate.done.actor.canReload', output: true },
    { type: 'xstate.done.actor.canReload', output: false },
    { type: 'xstate.error.actor.canReload', error: new Error('offline') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → watching",
      "watching | preload.failed [isNeeded] → checking",
      "checking | canReload done [isAllowed] → reloading (reloadPage)",
      "checking | canReload done → watching",
      "checking | canReload failed → watching",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(staleBuildMachine, paths)).toEqual([])
  expect(untakenTransitions(staleBuildMachine, paths)).toEqual([])
})
