import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import type { RememberedAddition } from '#content/change/remembered-addition.ts'
import { Failure } from '#content/model/failure.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import { type RememberedWork, editModeMemoryMachine } from '#machines/editing/edit-mode-memory.ts'
import { htmlKind, insertionPoint } from '../../support/content/new-component.ts'
import { controlledCallback, controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const staged = { insertionPoint, kind: htmlKind, data: { html: 'Mine' } }
const addition: RememberedAddition = {
  type: htmlKind.type,
  insertionPoint,
  data: staged.data,
  page: { path: '/', title: 'Home' },
}

const paths = pathsOf(editModeMemoryMachine, {
  input: undefined,
  events: [
    { type: 'edit.entered' },
    { type: 'edit.exited' },
    { type: 'xstate.done.actor.wasEditing', output: true },
    { type: 'xstate.done.actor.wasEditing', output: false },
    { type: 'xstate.error.actor.wasEditing', error: new Failure('unexpected') },
    {
      type: 'xstate.done.actor.readWork',
      output: { edits: [], moves: [], iris: [], addition: null },
    },
    { type: 'xstate.done.actor.readWork', output: { edits: [], moves: [], iris: [], addition } },
    { type: 'selection.changed' },
    { type: 'selection.moved' },
    { type: 'components.selected' },
    { type: 'add.changed', ...staged },
    { type: 'add.ended' },
    { type: 'xstate.error.actor.readWork', error: new Failure('unexpected') },
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
      "editing | selection.changed (saveSelection)",
      "editing | selection.moved (saveSelection)",
      "editing | components.selected (saveSelection)",
      "editing | add.changed (saveAddition)",
      "editing | add.ended (clearAddition)",
      "editing.resuming | readWork done → editing.remembering (emits edits.resumed, emits selection.resumed)",
      "editing.resuming | readWork done [wasAdding] → editing.remembering (emits edits.resumed, emits selection.resumed, emits addition.resumed)",
      "editing.resuming | readWork failed → editing.remembering",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(editModeMemoryMachine, paths)).toEqual([])
  expect(untakenTransitions(editModeMemoryMachine, paths)).toEqual([])
})

const move = {
  position: '/_/component_positions/1',
  group: '/_/component_groups/1',
  before: null,
  page: { path: '/', title: 'Home' },
  failure: null,
} as const
const edit = { iri: '/component/titles/1', property: 'title', value: 'Mine', stored: 'Theirs' }

const run = () => {
  const reading = controlledPromise<boolean, undefined>()
  const readingWork = controlledPromise<RememberedWork, undefined>()
  const remembering = controlledCallback()
  const rememberingEdits = controlledCallback()
  const saved: string[] = []
  const ref = createActor(
    editModeMemoryMachine.provide({
      actors: {
        wasEditing: reading.logic,
        rememberEditing: remembering.logic,
        readWork: readingWork.logic,
        rememberEdits: rememberingEdits.logic,
      },
      actions: {
        saveSelection: () => void saved.push('selection'),
        saveAddition: (_, { data }) => void saved.push(JSON.stringify(data)),
        clearAddition: () => void saved.push('no addition'),
      },
    }),
  )
  const emitted: EmittedBy<'editModeMemory'>[] = []
  ref.on('*', (event) => emitted.push(event))
  ref.start()
  return { ref, reading, remembering, readingWork, rememberingEdits, emitted, saved }
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
    const { ref, readingWork, rememberingEdits, emitted } = run()
    ref.send({ type: 'edit.entered' })
    expect(rememberingEdits.listenerCount()).toBe(0)
    const iris = ['/_/component_positions/1'] as const
    readingWork.settle({
      type: 'xstate.done.actor.readWork',
      output: { edits: [edit], moves: [move], iris, addition },
    })
    await waitFor(ref, (at) => at.matches({ editing: 'remembering' }))
    expect(emitted).toEqual([
      { type: 'edits.resumed', edits: [edit], moves: [move] },
      { type: 'selection.resumed', iris },
      { type: 'addition.resumed', addition },
    ])
    expect(rememberingEdits.listenerCount()).toBe(1)
    exit(ref)
    expect(rememberingEdits.listenerCount()).toBe(0)
  },
)

test('remembers what is selected while editing', () => {
  const { ref, saved } = run()
  ref.send({ type: 'selection.changed' })
  expect(saved).toHaveLength(0)
  ref.send({ type: 'edit.entered' })
  for (const type of ['selection.changed', 'selection.moved', 'components.selected'] as const)
    ref.send({ type })
  expect(saved).toHaveLength(3)
})

test('remembers what is being added until it is added or discarded', () => {
  const { ref, saved } = run()
  ref.send({ type: 'edit.entered' })
  ref.send({ type: 'add.changed', ...staged })
  ref.send({ type: 'add.ended' })
  expect(saved).toEqual(['{"html":"Mine"}', 'no addition'])
})
