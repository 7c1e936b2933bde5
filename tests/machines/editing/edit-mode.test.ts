import { expect, test } from 'vitest'
import { SimulatedClock, createActor, waitFor } from 'xstate'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import { NEW_POSITION, NEW_RESOURCE } from '#content/model/iri.ts'
import { addResourceMachine } from '#machines/editing/add-resource.ts'
import type { ConfirmOptions } from '#machines/app/dialogs.ts'
import {
  type EditModeEmitted,
  canAct,
  editModeMachine,
  isEditing,
  selectAddResourceRef,
  selectSelectionRef,
  selectPendingEditsRef,
} from '#machines/editing/edit-mode.ts'
import { fieldMachine } from '#machines/editing/field.ts'
import { reorderMachine, selectOrder } from '#machines/editing/reorder.ts'
import { isOpen, selectionMachine, selectStack } from '#machines/editing/selection.ts'
import { selectField, selectReorder, pendingEditsMachine } from '#machines/editing/pending-edits.ts'
import {
  pathsOf,
  controlledPromise,
  transitionTable,
  untakenTransitions,
  unreachableStates,
} from '../../support/machines/paths.ts'

const live = '/component/titles/live'
const draft = '/component/titles/draft'
const position = '/_/component_positions/1'
const group = '/_/component_groups/1'
const order = ['a', 'b']
const insertionPoint = { group, index: 1, sortValue: 1 }
const typing = { iri: live, property: 'title', value: 'B', stored: 'A' }
const saved: SaveResult = {
  resource: {
    '@id': draft,
    '@type': 'Title',
    _metadata: {},
    title: 'B',
    componentPositions: [position],
  },
}

const paths = pathsOf(editModeMachine, {
  input: undefined,
  events: [
    { type: 'edit.requested' },
    { type: 'exit.requested' },
    { type: 'resource.selected', stack: [live, position, group], area: 'page' },
    { type: 'selection.cleared' },
    { type: 'ancestor.selected', index: 1 },
    { type: 'version.selected', live: true },
    { type: 'field.changed', ...typing },
    { type: 'move.requested', group, position: 'b', to: 0, order },
    { type: 'flush.requested' },
    { type: 'server.reachable' },
    { type: 'add.requested', insertionPoint },
    { type: 'add.staged', stack: [NEW_RESOURCE, NEW_POSITION, group] },
    { type: 'add.inserted', stack: [draft, position, group] },
    { type: 'discard.cancelled' },
    { type: 'add.discarded' },
    { type: 'delete.requested', iri: live },
    { type: 'publish.requested', iri: live },
    { type: 'undo.requested' },
    { type: 'redo.requested' },
    { type: 'signOut.requested' },
    { type: 'location.committed' },
    { type: 'iri.replaced', from: live, to: draft },
    { type: 'resource.removed', iri: live },
    { type: 'save.settled', isSaved: true },
    { type: 'save.settled', isSaved: false },
    { type: 'xstate.done.actor.addResource', output: saved },
    { type: 'xstate.done.actor.confirm', output: true },
    { type: 'xstate.done.actor.confirm', output: false },
    { type: 'xstate.error.actor.confirm', error: new Failure('unexpected') },
    { type: 'xstate.done.actor.saveChange', output: saved },
    { type: 'xstate.error.actor.saveChange', error: new Failure('offline') },
  ],
  distinguishBy: ({ pendingAction }) => pendingAction?.type,
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → viewing",
      "viewing | edit.requested → editing.browsing (emits edit.entered)",
      "viewing | signOut.requested → viewing (emits signOut.requested)",
      "editing.browsing | exit.requested → editing.savingEdits (sends save.requested to pendingEdits)",
      "editing.browsing | resource.selected → editing.browsing (sends flush.requested to pendingEdits, sends resource.selected to selection)",
      "editing.browsing | selection.cleared → editing.browsing (sends flush.requested to pendingEdits, sends selection.cleared to selection)",
      "editing.browsing | ancestor.selected → editing.browsing (sends ancestor.selected to selection)",
      "editing.browsing | version.selected → editing.browsing (sends version.selected to selection)",
      "editing.browsing | field.changed → editing.browsing (sends field.changed to pendingEdits)",
      "editing.browsing | move.requested → editing.browsing (sends move.requested to pendingEdits)",
      "editing.browsing | flush.requested → editing.browsing (sends flush.requested to pendingEdits)",
      "editing.browsing | server.reachable → editing.browsing (sends server.reachable to pendingEdits)",
      "editing.browsing | add.requested → editing.adding",
      "editing.browsing | delete.requested → editing.confirmingDelete",
      "editing.browsing | publish.requested → editing.savingEdits (sends save.requested to pendingEdits)",
      "editing.browsing | undo.requested → editing.savingEdits (sends save.requested to pendingEdits)",
      "editing.browsing | redo.requested → editing.savingEdits (sends save.requested to pendingEdits)",
      "editing.browsing | signOut.requested → editing.savingEdits (sends save.requested to pendingEdits)",
      "editing.browsing | location.committed → editing.browsing (sends flush.requested to pendingEdits, sends selection.cleared to selection)",
      "editing.browsing | iri.replaced → editing.browsing (sends iri.replaced to pendingEdits, sends iri.replaced to selection)",
      "editing.browsing | resource.removed → editing.browsing (sends resource.removed to pendingEdits, sends resource.removed to selection)",
      "editing.savingEdits | resource.selected → editing.savingEdits (sends flush.requested to pendingEdits, sends resource.selected to selection)",
      "editing.savingEdits | selection.cleared → editing.savingEdits (sends flush.requested to pendingEdits, sends selection.cleared to selection)",
      "editing.savingEdits | ancestor.selected → editing.savingEdits (sends ancestor.selected to selection)",
      "editing.savingEdits | version.selected → editing.savingEdits (sends version.selected to selection)",
      "editing.savingEdits | field.changed → editing.savingEdits (sends field.changed to pendingEdits)",
      "editing.savingEdits | move.requested → editing.savingEdits (sends move.requested to pendingEdits)",
      "editing.savingEdits | flush.requested → editing.savingEdits (sends flush.requested to pendingEdits)",
      "editing.savingEdits | server.reachable → editing.savingEdits (sends server.reachable to pendingEdits)",
      "editing.savingEdits | location.committed → editing.savingEdits (sends flush.requested to pendingEdits, sends selection.cleared to selection)",
      "editing.savingEdits | iri.replaced → editing.savingEdits (sends iri.replaced to pendingEdits, sends iri.replaced to selection)",
      "editing.savingEdits | resource.removed → editing.savingEdits (sends resource.removed to pendingEdits, sends resource.removed to selection)",
      "editing.savingEdits | save.settled → viewing (emits edit.exited)",
      "editing.savingEdits | save.settled → editing.browsing",
      "editing.adding | exit.requested → editing.adding (sends discard.requested to addResource)",
      "editing.adding | resource.selected → editing.adding (sends flush.requested to pendingEdits, sends resource.selected to selection)",
      "editing.adding | selection.cleared → editing.adding (sends flush.requested to pendingEdits, sends selection.cleared to selection)",
      "editing.adding | ancestor.selected → editing.adding (sends ancestor.selected to selection)",
      "editing.adding | version.selected → editing.adding (sends version.selected to selection)",
      "editing.adding | field.changed → editing.adding (sends field.changed to pendingEdits)",
      "editing.adding | move.requested → editing.adding (sends move.requested to pendingEdits)",
      "editing.adding | flush.requested → editing.adding (sends flush.requested to pendingEdits)",
      "editing.adding | server.reachable → editing.adding (sends server.reachable to pendingEdits)",
      "editing.adding | add.staged → editing.adding (emits add.started, sends resource.added to selection)",
      "editing.adding | add.inserted → editing.adding (sends resource.added to selection)",
      "editing.adding | discard.cancelled → editing.adding",
      "editing.adding | add.discarded → editing.adding (sends add.discarded to addResource)",
      "editing.adding | signOut.requested → editing.adding (sends discard.requested to addResource)",
      "editing.adding | location.committed → editing.adding (sends flush.requested to pendingEdits, sends selection.cleared to selection)",
      "editing.adding | iri.replaced → editing.adding (sends iri.replaced to pendingEdits, sends iri.replaced to selection)",
      "editing.adding | resource.removed → editing.adding (sends resource.removed to pendingEdits, sends resource.removed to selection)",
      "editing.adding | addResource done → editing.browsing (emits add.ended, sends resource.removed to selection)",
      "editing.confirmingDelete | resource.selected → editing.confirmingDelete (sends flush.requested to pendingEdits, sends resource.selected to selection)",
      "editing.confirmingDelete | selection.cleared → editing.confirmingDelete (sends flush.requested to pendingEdits, sends selection.cleared to selection)",
      "editing.confirmingDelete | ancestor.selected → editing.confirmingDelete (sends ancestor.selected to selection)",
      "editing.confirmingDelete | version.selected → editing.confirmingDelete (sends version.selected to selection)",
      "editing.confirmingDelete | field.changed → editing.confirmingDelete (sends field.changed to pendingEdits)",
      "editing.confirmingDelete | move.requested → editing.confirmingDelete (sends move.requested to pendingEdits)",
      "editing.confirmingDelete | flush.requested → editing.confirmingDelete (sends flush.requested to pendingEdits)",
      "editing.confirmingDelete | server.reachable → editing.confirmingDelete (sends server.reachable to pendingEdits)",
      "editing.confirmingDelete | location.committed → editing.confirmingDelete (sends flush.requested to pendingEdits, sends selection.cleared to selection)",
      "editing.confirmingDelete | iri.replaced → editing.confirmingDelete (sends iri.replaced to pendingEdits, sends iri.replaced to selection)",
      "editing.confirmingDelete | resource.removed → editing.confirmingDelete (sends resource.removed to pendingEdits, sends resource.removed to selection)",
      "editing.confirmingDelete | confirm done → editing.savingEdits (sends save.requested to pendingEdits)",
      "editing.confirmingDelete | confirm done → editing.browsing",
      "editing.confirmingDelete | confirm failed → editing.browsing",
      "editing.savingEdits | save.settled → editing.publishing",
      "editing.savingEdits | save.settled → editing.browsing (emits undo.requested)",
      "editing.savingEdits | save.settled → editing.browsing (emits redo.requested)",
      "editing.savingEdits | save.settled → viewing (emits edit.exited, emits signOut.requested)",
      "editing.adding | addResource done → editing.savingEdits (emits add.ended, sends resource.removed to selection, sends save.requested to pendingEdits)",
      "editing.savingEdits | save.settled → editing.deleting",
      "editing.publishing | resource.selected → editing.publishing (sends flush.requested to pendingEdits, sends resource.selected to selection)",
      "editing.publishing | selection.cleared → editing.publishing (sends flush.requested to pendingEdits, sends selection.cleared to selection)",
      "editing.publishing | ancestor.selected → editing.publishing (sends ancestor.selected to selection)",
      "editing.publishing | version.selected → editing.publishing (sends version.selected to selection)",
      "editing.publishing | field.changed → editing.publishing (sends field.changed to pendingEdits)",
      "editing.publishing | move.requested → editing.publishing (sends move.requested to pendingEdits)",
      "editing.publishing | flush.requested → editing.publishing (sends flush.requested to pendingEdits)",
      "editing.publishing | server.reachable → editing.publishing (sends server.reachable to pendingEdits)",
      "editing.publishing | location.committed → editing.publishing (sends flush.requested to pendingEdits, sends selection.cleared to selection)",
      "editing.publishing | iri.replaced → editing.publishing (sends iri.replaced to pendingEdits, sends iri.replaced to selection)",
      "editing.publishing | resource.removed → editing.publishing (sends resource.removed to pendingEdits, sends resource.removed to selection)",
      "editing.publishing | saveChange done → editing.browsing",
      "editing.publishing | saveChange failed → editing.browsing",
      "editing.deleting | resource.selected → editing.deleting (sends flush.requested to pendingEdits, sends resource.selected to selection)",
      "editing.deleting | selection.cleared → editing.deleting (sends flush.requested to pendingEdits, sends selection.cleared to selection)",
      "editing.deleting | ancestor.selected → editing.deleting (sends ancestor.selected to selection)",
      "editing.deleting | version.selected → editing.deleting (sends version.selected to selection)",
      "editing.deleting | field.changed → editing.deleting (sends field.changed to pendingEdits)",
      "editing.deleting | move.requested → editing.deleting (sends move.requested to pendingEdits)",
      "editing.deleting | flush.requested → editing.deleting (sends flush.requested to pendingEdits)",
      "editing.deleting | server.reachable → editing.deleting (sends server.reachable to pendingEdits)",
      "editing.deleting | location.committed → editing.deleting (sends flush.requested to pendingEdits, sends selection.cleared to selection)",
      "editing.deleting | iri.replaced → editing.deleting (sends iri.replaced to pendingEdits, sends iri.replaced to selection)",
      "editing.deleting | resource.removed → editing.deleting (sends resource.removed to pendingEdits, sends resource.removed to selection)",
      "editing.deleting | saveChange done → editing.browsing",
      "editing.deleting | saveChange failed → editing.browsing",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(editModeMachine, paths)).toEqual([])
  expect(untakenTransitions(editModeMachine, paths)).toEqual([])
})

const open = () => {
  const saving = {
    field: controlledPromise<SaveResult, Intent>(),
    own: controlledPromise<SaveResult, Intent>(),
  }
  const moving = controlledPromise<SaveResult, Intent>()
  const adding = controlledPromise<SaveResult, Intent>()
  const confirming = {
    own: controlledPromise<boolean, ConfirmOptions>(),
    adding: controlledPromise<boolean, ConfirmOptions>(),
  }
  const emitted: EditModeEmitted['type'][] = []
  const clock = new SimulatedClock()
  const ref = createActor(
    editModeMachine.provide({
      actors: {
        pendingEdits: pendingEditsMachine.provide({
          actors: {
            field: fieldMachine.provide({ actors: { saveChange: saving.field.logic } }),
            reorder: reorderMachine.provide({ actors: { saveChange: moving.logic } }),
          },
        }),
        selection: selectionMachine.provide({
          actors: { confirm: controlledPromise<boolean, ConfirmOptions>().logic },
        }),
        addResource: addResourceMachine.provide({
          actors: { confirm: confirming.adding.logic, saveChange: adding.logic },
        }),
        confirm: confirming.own.logic,
        saveChange: saving.own.logic,
      },
    }),
    { clock },
  )
  ref.on('*', ({ type }) => emitted.push(type))
  ref.start()
  ref.send({ type: 'edit.requested' })
  const snapshot = () => ref.getSnapshot()
  return {
    ref,
    clock,
    emitted,
    saving,
    moving,
    adding,
    confirming,
    snapshot,
    selection: () => selectSelectionRef(snapshot())!.getSnapshot(),
    field: (iri: string) =>
      selectField(iri, 'title')(selectPendingEditsRef(snapshot())!.getSnapshot()),
    sent: () => saving.own.calls.map(({ input }) => input),
    type: () => ref.send({ type: 'field.changed', ...typing }),
    select: () =>
      ref.send({ type: 'resource.selected', stack: [live, position, group], area: 'page' }),
    done: (
      effect: {
        settle: (answer: { type: `xstate.done.actor.${string}`; output: unknown }) => void
      },
      output: unknown,
    ) => effect.settle({ type: 'xstate.done.actor.effect', output }),
    until: (value: Parameters<ReturnType<typeof snapshot>['matches']>[0]) =>
      waitFor(ref, (current) => current.matches(value)),
  }
}

const stage = (mode: ReturnType<typeof open>) => {
  mode.ref.send({ type: 'add.requested', insertionPoint })
  const addRef = selectAddResourceRef(mode.snapshot())!
  const kind = {
    type: 'Title',
    endpoint: '/component/titles',
    publishable: true,
    instantAdd: false,
  }
  addRef.send({ type: 'kind.selected', kind })
  addRef.send({ type: 'insert.requested' })
  return addRef
}

test('emits when editing starts and when it has ended', async () => {
  const { ref, emitted, until } = open()
  ref.send({ type: 'exit.requested' })
  await until('viewing')
  expect(emitted).toEqual(['edit.entered', 'edit.exited'])
})

test('stops once all edits are saved', async () => {
  const mode = open()
  mode.type()
  mode.ref.send({ type: 'exit.requested' })
  expect(isEditing(mode.snapshot())).toBe(true)
  expect(mode.saving.field.calls).toHaveLength(1)
  mode.done(mode.saving.field, saved)
  await mode.until('viewing')
})

test('continues editing while an edit cannot be saved', async () => {
  const mode = open()
  mode.type()
  mode.ref.send({ type: 'exit.requested' })
  mode.saving.field.settle({ type: 'xstate.error.actor.x', error: new Failure('offline') })
  await mode.until({ editing: 'browsing' })
  expect(mode.field(live)!.getSnapshot().context.value).toBe('B')
})

test('saves a field and a move at once when something else is selected', () => {
  const mode = open()
  mode.type()
  mode.ref.send({ type: 'move.requested', group, position: 'b', to: 0, order })
  const unsaved = selectPendingEditsRef(mode.snapshot())!.getSnapshot()
  expect(selectOrder(selectReorder(group)(unsaved)!.getSnapshot())).toEqual(['b', 'a'])
  mode.ref.send({ type: 'resource.selected', stack: ['/component/titles/9'], area: 'page' })
  expect(mode.saving.field.calls).toHaveLength(1)
  expect(mode.moving.calls).toHaveLength(1)
})

test('saves edits and clears the selection when another page is shown', () => {
  const mode = open()
  mode.select()
  mode.type()
  mode.ref.send({ type: 'location.committed' })
  expect(mode.saving.field.calls).toHaveLength(1)
  expect(isOpen(mode.selection())).toBe(false)
})

test('publishes the latest edit, under the IRI of its draft', async () => {
  const mode = open()
  mode.select()
  mode.type()
  mode.ref.send({ type: 'publish.requested', iri: live })
  mode.ref.send({ type: 'iri.replaced', from: live, to: draft })
  mode.done(mode.saving.field, saved)
  await mode.until({ editing: 'publishing' })
  expect(mode.sent()).toEqual([{ kind: 'publish', iri: draft }])
  expect(selectStack(mode.selection())[0]).toBe(draft)
})

test('does not publish what cannot be saved', async () => {
  const mode = open()
  mode.type()
  mode.ref.send({ type: 'publish.requested', iri: live })
  mode.saving.field.settle({ type: 'xstate.error.actor.x', error: new Failure('invalid') })
  await mode.until({ editing: 'browsing' })
  expect(mode.sent()).toEqual([])
})

test('asks before it deletes', async () => {
  const mode = open()
  mode.ref.send({ type: 'delete.requested', iri: live })
  expect(mode.confirming.own.calls[0]!.input).toEqual({
    title: 'Delete this resource?',
    body: 'Are you sure you want to permanently delete this resource?',
  })
  mode.done(mode.confirming.own, false)
  await mode.until({ editing: 'browsing' })
  expect(mode.sent()).toEqual([])

  mode.ref.send({ type: 'delete.requested', iri: live })
  mode.done(mode.confirming.own, true)
  await mode.until({ editing: 'deleting' })
  expect(mode.sent()).toEqual([{ kind: 'delete', iri: live }])
})

test('keeps the selection when deleting fails and clears it when it succeeds', async () => {
  const mode = open()
  const remove = async () => {
    mode.ref.send({ type: 'delete.requested', iri: live })
    mode.done(mode.confirming.own, true)
    await mode.until({ editing: 'deleting' })
  }
  mode.select()
  await remove()
  mode.saving.own.settle({ type: 'xstate.error.actor.x', error: new Failure('offline') })
  await mode.until({ editing: 'browsing' })
  expect(isOpen(mode.selection())).toBe(true)

  await remove()
  mode.ref.send({ type: 'resource.removed', iri: live })
  mode.done(mode.saving.own, { resource: null })
  await mode.until({ editing: 'browsing' })
  expect(isOpen(mode.selection())).toBe(false)
})

test('emits undo once all edits are saved', async () => {
  const mode = open()
  mode.type()
  mode.ref.send({ type: 'undo.requested' })
  expect(canAct(mode.snapshot())).toBe(false)
  expect(mode.emitted).not.toContain('undo.requested')
  mode.done(mode.saving.field, saved)
  await mode.until({ editing: 'browsing' })
  expect(mode.emitted).toContain('undo.requested')
})

test('selects a new resource until it is saved or discarded', async () => {
  const mode = open()
  mode.select()
  const addRef = stage(mode)
  expect(selectStack(mode.selection())).toEqual([NEW_RESOURCE, NEW_POSITION, group])
  expect(mode.emitted.at(-1)).toBe('add.started')
  expect(canAct(mode.snapshot())).toBe(false)
  addRef.send({ type: 'add.confirmed', publish: true })
  mode.done(mode.adding, saved)
  await mode.until({ editing: 'browsing' })
  expect(isOpen(mode.selection())).toBe(false)
  expect(mode.emitted.at(-1)).toBe('add.ended')
})

test('selects an instantly added resource', async () => {
  const mode = open()
  mode.ref.send({ type: 'add.requested', insertionPoint })
  const addRef = selectAddResourceRef(mode.snapshot())!
  const kind = { type: 'Image', endpoint: '/component/images', publishable: true, instantAdd: true }
  addRef.send({ type: 'kind.selected', kind })
  addRef.send({ type: 'insert.requested' })
  mode.done(mode.adding, saved)
  await mode.until({ editing: 'browsing' })
  expect(selectStack(mode.selection())).toEqual([draft, position, group])
  expect(mode.emitted).not.toContain('add.started')
})

test('keeps the selection when adding is cancelled', async () => {
  const mode = open()
  mode.select()
  mode.ref.send({ type: 'add.requested', insertionPoint })
  selectAddResourceRef(mode.snapshot())!.send({ type: 'discard.requested' })
  await mode.until({ editing: 'browsing' })
  expect(selectStack(mode.selection())[0]).toBe(live)
})

test('asks before it stops while a new resource is unsaved', async () => {
  const mode = open()
  stage(mode)
  mode.ref.send({ type: 'exit.requested' })
  mode.done(mode.confirming.adding, false)
  await waitFor(selectAddResourceRef(mode.snapshot())!, (snapshot) => snapshot.matches('staged'))
  expect(isEditing(mode.snapshot())).toBe(true)
  mode.ref.send({ type: 'exit.requested' })
  mode.done(mode.confirming.adding, true)
  await mode.until('viewing')
})

test('continues editing after a discard, even if stopping was requested and declined before', async () => {
  const mode = open()
  const addRef = stage(mode)
  mode.ref.send({ type: 'exit.requested' })
  mode.done(mode.confirming.adding, false)
  await waitFor(addRef, (snapshot) => snapshot.matches('staged'))
  addRef.send({ type: 'discard.requested' })
  mode.done(mode.confirming.adding, true)
  await mode.until({ editing: 'browsing' })
  expect(mode.emitted).not.toContain('edit.exited')
})

test('discards the new resource when leaving the page was confirmed', async () => {
  const mode = open()
  stage(mode)
  mode.ref.send({ type: 'add.discarded' })
  await mode.until({ editing: 'browsing' })
  expect(mode.emitted.at(-1)).toBe('add.ended')
  expect(mode.confirming.adding.calls).toEqual([])
})

test('asks again after a failed save when stopping is requested again', async () => {
  const mode = open()
  const addRef = stage(mode)
  addRef.send({ type: 'add.confirmed', publish: true })
  mode.ref.send({ type: 'exit.requested' })
  mode.adding.settle({ type: 'xstate.error.actor.x', error: new Failure('offline') })
  await waitFor(addRef, (snapshot) => snapshot.matches('staged'))
  expect(mode.confirming.adding.calls).toEqual([])
  mode.ref.send({ type: 'exit.requested' })
  mode.done(mode.confirming.adding, true)
  await mode.until('viewing')
})
