import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import type { FieldChange } from '#content/change/fields/field-value.ts'
import { Failure } from '#content/model/failure.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
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
    { type: 'xstate.done.actor.readEdits', output: [] },
    { type: 'xstate.error.actor.readEdits', error: new Failure('unexpected') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "editModeMemory | edit.entered → editing.resuming",
      "reading | wasEditing done [wasEditing] → viewing (emits edit.resumed)",
      "reading | wasEditing done → viewing",
      "reading | wasEditing failed → viewing",
      "editing | edit.exited → viewing",
      "editing.resuming | readEdits done → editing.remembering (emits edits.resumed)",
      "editing.resuming | readEdits failed → editing.remembering",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(editModeMemoryMachine, paths)).toEqual([])
  expect(untakenTransitions(editModeMemoryMachine, paths)).toEqual([])
})

const edit = { iri: '/component/titles/1', property: 'title', value: 'Mine', stored: 'Theirs' }

const run = () => {
  const reading = controlledPromise<boolean, undefined>()
  const readingEdits = controlledPromise<readonly FieldChange[], undefined>()
  const remembering = controlledCallback()
  const rememberingEdits = controlledCallback()
  const ref = createActor(
    editModeMemoryMachine.provide({
      actors: {
        wasEditing: reading.logic,
        rememberEditing: remembering.logic,
        readEdits: readingEdits.logic,
        rememberEdits: rememberingEdits.logic,
      },
    }),
  )
  const emitted: EmittedBy<'editModeMemory'>[] = []
  ref.on('*', (event) => emitted.push(event))
  ref.start()
  return { ref, reading, remembering, readingEdits, rememberingEdits, emitted }
}

test('emits that a tab goes on editing', async () => {
  const { ref, reading, emitted } = run()
  reading.settle({ type: 'xstate.done.actor.wasEditing', output: true })
  await waitFor(ref, (at) => at.matches('viewing'))
  expect(emitted).toEqual([{ type: 'edit.resumed' }])
})

const exits: [string, (ref: ReturnType<typeof run>['ref']) => void][] = [
  ['Done', (ref) => ref.send({ type: 'edit.exited' })],
  // The app stops the editor.
  ['the end of the session', (ref) => ref.stop()],
]

test.each(exits)('remembers the tab until %s', (_, exit) => {
  const { ref, remembering } = run()
  expect(remembering.listenerCount()).toBe(0)
  ref.send({ type: 'edit.entered' })
  expect(remembering.listenerCount()).toBe(1)
  exit(ref)
  expect(remembering.listenerCount()).toBe(0)
})

test.each(exits)(
  'gives back the edits, and then remembers those of now until %s',
  async (_, exit) => {
    const { ref, readingEdits, rememberingEdits, emitted } = run()
    ref.send({ type: 'edit.entered' })
    expect(rememberingEdits.listenerCount()).toBe(0)
    readingEdits.settle({ type: 'xstate.done.actor.readEdits', output: [edit] })
    await waitFor(ref, (at) => at.matches({ editing: 'remembering' }))
    expect(emitted).toEqual([{ type: 'edits.resumed', edits: [edit] }])
    expect(rememberingEdits.listenerCount()).toBe(1)
    exit(ref)
    expect(rememberingEdits.listenerCount()).toBe(0)
  },
)
