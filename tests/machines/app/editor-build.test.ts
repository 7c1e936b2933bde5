import { expect, test } from 'vitest'
import { editorBuildMachine } from '#machines/app/editor-build.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(editorBuildMachine, {
  input: undefined,
  events: [
    { type: 'session.started' },
    { type: 'session.hinted' },
    { type: 'field.changed' },
    { type: 'page.requested' },
    { type: 'page.unloaded' },
    { type: 'xstate.done.actor.findReloadTime', output: 'now' },
    { type: 'xstate.done.actor.findReloadTime', output: 'later' },
    { type: 'xstate.done.actor.findReloadTime', output: 'never' },
    { type: 'xstate.error.actor.findReloadTime', error: new Error('no storage') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → sufficient",
      "sufficient | session.started → deciding",
      "sufficient | session.hinted → deciding",
      "deciding | findReloadTime done [isNow] → opening",
      "deciding | findReloadTime done [isLater] → waiting",
      "deciding | findReloadTime done → sufficient",
      "deciding | findReloadTime failed → sufficient",
      "waiting | page.requested → opening",
      "waiting | page.unloaded → opening",
      "opening | field.changed → waiting",
      "opening | page.requested → opening",
      "opening | page.unloaded → opening",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(editorBuildMachine, paths)).toEqual([])
  expect(untakenTransitions(editorBuildMachine, paths)).toEqual([])
})
