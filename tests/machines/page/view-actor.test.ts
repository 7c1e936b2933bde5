import { expect, test } from 'vitest'
import { type AnyActorLogic, createActor } from 'xstate'
import { viewActorMachine } from '#machines/page/view-actor.ts'
import { inertActor } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const input = { id: 'form', logic: inertActor as AnyActorLogic, input: {} }
const paths = pathsOf(viewActorMachine, { input, events: [{ type: 'view.unmounted' }] })

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → mounted",
      "mounted | view.unmounted → unmounted",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(viewActorMachine, paths)).toEqual([])
  expect(untakenTransitions(viewActorMachine, paths)).toEqual([])
})

test('starts and stops its actor with itself', () => {
  const viewRef = createActor(viewActorMachine, { input })
  const { ref } = viewRef.getSnapshot().context
  expect(ref.id).toBe('form')
  viewRef.start()
  expect(ref.getSnapshot()).toMatchObject({ status: 'active' })
  viewRef.send({ type: 'view.unmounted' })
  expect(ref.getSnapshot()).toMatchObject({ status: 'stopped' })
})
