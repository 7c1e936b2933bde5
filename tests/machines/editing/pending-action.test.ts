import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import { confirmationOf } from '#machines/editing/action-confirmation.ts'
import {
  type PendingActionInput,
  isBusy,
  isBusyWith,
  pendingActionMachine,
} from '#machines/editing/pending-action.ts'
import type { PendingAction } from '#machines/editing/pending-action-intent.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'
import { settledEdits } from '../../support/settled-edits.ts'

const live = '/component/titles/live'
const draft = '/component/titles/draft'
const insertionPoint = { group: '/_/component_groups/1', index: 1, sortValue: 4 } as const
const actions: PendingAction[] = [
  { type: 'publish.requested', iri: live },
  { type: 'publishAll.requested', iris: [live] },
  { type: 'schedule.requested', iri: live, publishedAt: null },
  { type: 'delete.requested', iri: live },
  { type: 'deleteAll.requested', positions: ['/_/component_positions/1'] },
  { type: 'moveAll.requested', positions: ['/_/component_positions/1'], by: 1 },
  { type: 'duplicate.requested', iri: live, insertionPoint, isPublic: false },
  { type: 'paste.requested', copies: [], insertionPoint, isPublic: false },
  { type: 'undo.requested' },
  { type: 'redo.requested' },
  { type: 'jump.requested', to: '1' },
  { type: 'open.requested', href: '/about' },
  { type: 'exit.requested' },
  { type: 'signOut.requested' },
]

const settled = (isSaved: boolean) => ({ type: 'save.settled' as const, ...settledEdits(isSaved) })

/** Each action when it is requested, and one after it has waited for the network. */
const inputs: PendingActionInput[] = [
  ...actions.map((action) => ({ action })),
  { action: actions[0]!, id: 'new 0', edits: [{ property: 'title', value: 'B' }] },
  { action: { type: 'undo.requested' }, id: 'new 1', edits: [] },
]

const paths = inputs.flatMap((input) =>
  pathsOf(pendingActionMachine, {
    input,
    events: [
      { type: 'iri.replaced', from: live, to: draft },
      settled(true),
      settled(false),
      { ...settled(false), hasUndoableEdit: true },
      { ...settled(false), isOffline: true },
      { ...settled(true), edits: [{ property: 'title', value: 'C' }] },
      { type: 'addition.unsettled' },
      {
        type: 'change.saved',
        id: '9',
        intent: { kind: 'publish', iri: live },
        saved: { resource: null },
        copied: null,
        restored: null,
      },
      { type: 'actions.unsettled' },
      { type: 'xstate.done.actor.saveChange', output: { resource: null } },
      { type: 'xstate.error.actor.saveChange', error: new Failure('offline') },
      { type: 'xstate.error.actor.saveChange', error: new Failure('conflict') },
    ],
  }),
)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → savingEdits (emits save.requested)",
      "pendingAction | iri.replaced {action}",
      "savingEdits | save.settled [isChange] → changing {edits}",
      "savingEdits | save.settled [hasUnsavedEdits] → done {edits, hasUndoableEdit, isSaved} (emits action.refused)",
      "savingEdits | save.settled [waitsForEdits] → done {edits, isSaved} (emits action.deferred)",
      "savingEdits | save.settled [isIndependent] → changing {edits, hasUndoableEdit, isSaved}",
      "savingEdits | save.settled [isAction undo.requested] → done {edits, hasUndoableEdit, isSaved} (emits undo.requested)",
      "savingEdits | save.settled [undoesEdit] → done {edits, hasUndoableEdit, isSaved} (emits editUndo.requested)",
      "savingEdits | save.settled [isAction redo.requested] → done {edits, hasUndoableEdit, isSaved} (emits redo.requested)",
      "savingEdits | save.settled [isAction jump.requested] → done {edits, hasUndoableEdit, isSaved} (emits jump.requested)",
      "savingEdits | save.settled [isAction open.requested] → done {edits} (openPage)",
      "savingEdits | save.settled → done {edits, followUp}",
      "savingEdits | addition.unsettled [endsEditing] → refusing",
      "savingEdits | actions.unsettled [endsEditing] → refusing",
      "savingEdits | save.settled [isOutdated] → done (emits action.outdated)",
      "savingEdits | change.saved [isWaitingUndo] → done (emits action.outdated)",
      "refusing | save.settled → done (emits action.refused)",
      "changing | saveChange done → done",
      "changing | saveChange failed [isOffline] → done (emits action.deferred)",
      "changing | saveChange failed → done",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(pendingActionMachine, paths)).toEqual([])
  expect(untakenTransitions(pendingActionMachine, paths)).toEqual([])
})

const run = (action: PendingAction) => {
  const saving = controlledPromise<SaveResult, Intent>()
  const opened: string[] = []
  const ref = createActor(
    pendingActionMachine.provide({
      actors: { saveChange: saving.logic },
      actions: { openPage: (_, { href }) => void opened.push(href) },
    }),
    { input: { action } },
  )
  const emitted: unknown[] = []
  ref.on('*', (event) => emitted.push(event))
  ref.start()
  return { ref, saving, emitted, opened }
}

test('has the edits of its resource saved first', () => {
  const { ref, emitted } = run({ type: 'delete.requested', iri: live })
  expect(isBusy(ref.getSnapshot())).toBe(true)
  expect(emitted).toEqual([{ type: 'save.requested', iri: live, id: null }])
})

test('undoes an edit that could not be saved before any change that is', () => {
  const { ref, emitted } = run({ type: 'undo.requested' })
  ref.send({ ...settled(false), hasUndoableEdit: true })
  expect(emitted.at(-1)).toEqual({ type: 'editUndo.requested' })
})

test.each<[PendingAction['type'], boolean, string | null]>([
  ['exit.requested', true, 'exit.requested'],
  ['exit.requested', false, null],
  ['signOut.requested', true, 'signOut.requested'],
  ['signOut.requested', false, null],
  ['undo.requested', false, null],
])('outputs what follows %s when all edits saved is %s', (type, isSaved, output) => {
  const { ref } = run({ type } as PendingAction)
  ref.send(settled(isSaved))
  expect(ref.getSnapshot()).toMatchObject({ status: 'done', output })
})

test.each<[PendingAction['type'], string | null]>([
  ['exit.requested', null],
  ['signOut.requested', null],
  ['open.requested', null],
])('%s does not lose what was being added', (type, output) => {
  const { ref, emitted, opened } = run({ type, href: '/about' } as PendingAction)
  ref.send({ type: 'addition.unsettled' })
  ref.send(settled(true))
  expect(ref.getSnapshot()).toMatchObject({ status: 'done', output })
  // Opening a page does not end editing.
  if (type === 'open.requested') expect(opened).toEqual(['/about'])
  else expect(emitted).toContainEqual({ type: 'action.refused' })
})

test('publishes the resource under its new IRI', () => {
  const { ref, saving } = run({ type: 'publish.requested', iri: live })
  ref.send({ type: 'iri.replaced', from: live, to: draft })
  ref.send(settled(true))
  expect(saving.calls.map(({ input }) => input)).toEqual([{ kind: 'publish', iri: draft }])
})

test.each([
  [true, ['/about']],
  [false, []],
])('opens a page when all edits saved is %s: %j', (isSaved, pages) => {
  const { ref, emitted, opened } = run({ type: 'open.requested', href: '/about' })
  expect(opened).toEqual([])
  ref.send(settled(isSaved))
  expect(opened).toEqual(pages)
  expect(emitted).toContainEqual({ type: 'save.requested', iri: null, id: null })
  expect(emitted.length).toBe(isSaved ? 1 : 2)
  expect(ref.getSnapshot()).toMatchObject({ status: 'done', output: null })
})

test('duplicates once the edits of everything are saved, under the IRI that the component has then', () => {
  const { ref, emitted, saving } = run({
    type: 'duplicate.requested',
    iri: live,
    insertionPoint,
    isPublic: false,
  })
  expect(emitted).toEqual([{ type: 'save.requested', iri: null, id: null }])
  ref.send({ type: 'iri.replaced', from: live, to: draft })
  expect(isBusyWith('duplicate.requested')(ref.getSnapshot())).toBe(true)
  expect(isBusyWith('publish.requested')(ref.getSnapshot())).toBe(false)
  ref.send(settled(true))
  expect(saving.calls.map(({ input }) => input)).toEqual([
    { kind: 'duplicate', iri: draft, group: insertionPoint.group, sortValue: 4 },
  ])
})

test.each([
  ['duplicates', { type: 'duplicate.requested', iri: live }, []],
  ['pastes', { type: 'paste.requested', copies: [] }, ['paste']],
] as const)('while something cannot be saved, it %s: %j', (_, request, sent) => {
  const { ref, saving } = run({ ...request, insertionPoint, isPublic: false })
  ref.send(settled(false))
  expect(saving.calls.map(({ input }) => input.kind)).toEqual(sent)
})

test.each<[Parameters<typeof confirmationOf>[0], string]>([
  [{ type: 'delete.requested', iri: live }, 'Delete this resource?'],
  [{ type: 'delete.requested', iri: live, isCut: true }, 'Cut this component?'],
  [
    {
      type: 'deleteAll.requested',
      positions: ['/_/component_positions/1', '/_/component_positions/2'],
      isCut: true,
    },
    'Cut these 2 components?',
  ],
  [
    { type: 'duplicate.requested', iri: live, insertionPoint, isPublic: true },
    'Show this to visitors at once?',
  ],
])('asks before %j', (action, title) => {
  const { title: asked, body } = confirmationOf(action)
  expect(asked).toBe(title)
  expect(body.includes('permanently')).toBe(title.startsWith('Delete'))
})

test('has all edits saved before a position is deleted with its component', () => {
  const { emitted } = run({ type: 'delete.requested', iri: '/_/component_positions/1' })
  expect(emitted).toEqual([{ type: 'save.requested', iri: null, id: null }])
})
