import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import { editModeMemoryMachine } from '#machines/editing/edit-mode-memory.ts'
import {
  controlledCallback,
  controlledPromise,
  pathsOf,
  untakenTransitions,
  unreachableStates,
} from '../../support/machines/paths.ts'
import { transitionTable } from '../../support/machines/transition-table.ts'

const paths = pathsOf(editModeMemoryMachine, {
  input: undefined,
  events: [
    { type: 'edit.entered' },
    { type: 'edit.exited' },
    { type: 'xstate.done.actor.wasEditing', output: true },
    { type: 'xstate.done.actor.wasEditing', output: false },
    { type: 'xstate.error.actor.wasEditing', error: new Failure('unexpected') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "editModeMemory | edit.entered → editing",
      "reading | wasEditing done [wasEditing] → viewing (emits edit.resumed)",
      "reading | wasEditing done → viewing",
      "reading | wasEditing failed → viewing",
      "editing | edit.exited → viewing",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(editModeMemoryMachine, paths)).toEqual([])
  expect(untakenTransitions(editModeMemoryMachine, paths)).toEqual([])
})

const run = () => {
  const reading = controlledPromise<boolean, undefined>()
  const remembering = controlledCallback()
  const ref = createActor(
    editModeMemoryMachine.provide({
      actors: { wasEditing: reading.logic, rememberEditing: remembering.logic },
    }),
  )
  const emitted: string[] = []
  ref.on('*', ({ type }) => emitted.push(type))
  ref.start()
  return { ref, reading, remembering, emitted }
}

test('emits that a tab goes on editing', async () => {
  const { ref, reading, emitted } = run()
  reading.settle({ type: 'xstate.done.actor.wasEditing', output: true })
  await waitFor(ref, (at) => at.matches('viewing'))
  expect(emitted).toEqual(['edit.resumed'])
})

test.each(['Done', 'the end of the session'])('remembers the tab until %s', (end) => {
  const { ref, remembering } = run()
  expect(remembering.listenerCount()).toBe(0)
  ref.send({ type: 'edit.entered' })
  expect(remembering.listenerCount()).toBe(1)
  if (end === 'Done') ref.send({ type: 'edit.exited' })
  // The app stops the editor.
  else ref.stop()
  expect(remembering.listenerCount()).toBe(0)
})
