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
  uncrossed,
  unreachable,
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
    { type: 'edit.left' },
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
      "viewing | edit.requested → editing.browsing (says edit.entered)",
      "viewing | signOut.requested → viewing (says signOut.requested)",
      "editing.browsing | edit.left → editing.savingEdits (tells pendingEdits save.requested)",
      "editing.browsing | resource.selected → editing.browsing (tells pendingEdits flush.requested, tells selection resource.selected)",
      "editing.browsing | selection.cleared → editing.browsing (tells pendingEdits flush.requested, tells selection selection.cleared)",
      "editing.browsing | ancestor.selected → editing.browsing (tells selection ancestor.selected)",
      "editing.browsing | version.selected → editing.browsing (tells selection version.selected)",
      "editing.browsing | field.changed → editing.browsing (tells pendingEdits field.changed)",
      "editing.browsing | move.requested → editing.browsing (tells pendingEdits move.requested)",
      "editing.browsing | flush.requested → editing.browsing (tells pendingEdits flush.requested)",
      "editing.browsing | server.reachable → editing.browsing (tells pendingEdits server.reachable)",
      "editing.browsing | add.requested → editing.adding",
      "editing.browsing | delete.requested → editing.confirmingDelete",
      "editing.browsing | publish.requested → editing.savingEdits (tells pendingEdits save.requested)",
      "editing.browsing | undo.requested → editing.savingEdits (tells pendingEdits save.requested)",
      "editing.browsing | redo.requested → editing.savingEdits (tells pendingEdits save.requested)",
      "editing.browsing | signOut.requested → editing.savingEdits (tells pendingEdits save.requested)",
      "editing.browsing | location.committed → editing.browsing (tells pendingEdits flush.requested, tells selection selection.cleared)",
      "editing.browsing | iri.replaced → editing.browsing (tells pendingEdits iri.replaced, tells selection iri.replaced)",
      "editing.browsing | resource.removed → editing.browsing (tells pendingEdits resource.removed, tells selection resource.removed)",
      "editing.savingEdits | resource.selected → editing.savingEdits (tells pendingEdits flush.requested, tells selection resource.selected)",
      "editing.savingEdits | selection.cleared → editing.savingEdits (tells pendingEdits flush.requested, tells selection selection.cleared)",
      "editing.savingEdits | ancestor.selected → editing.savingEdits (tells selection ancestor.selected)",
      "editing.savingEdits | version.selected → editing.savingEdits (tells selection version.selected)",
      "editing.savingEdits | field.changed → editing.savingEdits (tells pendingEdits field.changed)",
      "editing.savingEdits | move.requested → editing.savingEdits (tells pendingEdits move.requested)",
      "editing.savingEdits | flush.requested → editing.savingEdits (tells pendingEdits flush.requested)",
      "editing.savingEdits | server.reachable → editing.savingEdits (tells pendingEdits server.reachable)",
      "editing.savingEdits | location.committed → editing.savingEdits (tells pendingEdits flush.requested, tells selection selection.cleared)",
      "editing.savingEdits | iri.replaced → editing.savingEdits (tells pendingEdits iri.replaced, tells selection iri.replaced)",
      "editing.savingEdits | resource.removed → editing.savingEdits (tells pendingEdits resource.removed, tells selection resource.removed)",
      "editing.savingEdits | save.settled → viewing (says edit.left)",
      "editing.savingEdits | save.settled → editing.browsing",
      "editing.adding | edit.left → editing.adding (tells addResource discard.requested)",
      "editing.adding | resource.selected → editing.adding (tells pendingEdits flush.requested, tells selection resource.selected)",
      "editing.adding | selection.cleared → editing.adding (tells pendingEdits flush.requested, tells selection selection.cleared)",
      "editing.adding | ancestor.selected → editing.adding (tells selection ancestor.selected)",
      "editing.adding | version.selected → editing.adding (tells selection version.selected)",
      "editing.adding | field.changed → editing.adding (tells pendingEdits field.changed)",
      "editing.adding | move.requested → editing.adding (tells pendingEdits move.requested)",
      "editing.adding | flush.requested → editing.adding (tells pendingEdits flush.requested)",
      "editing.adding | server.reachable → editing.adding (tells pendingEdits server.reachable)",
      "editing.adding | add.staged → editing.adding (says add.started, tells selection resource.added)",
      "editing.adding | add.inserted → editing.adding (tells selection resource.added)",
      "editing.adding | discard.cancelled → editing.adding",
      "editing.adding | add.discarded → editing.adding (tells addResource add.discarded)",
      "editing.adding | signOut.requested → editing.adding (tells addResource discard.requested)",
      "editing.adding | location.committed → editing.adding (tells pendingEdits flush.requested, tells selection selection.cleared)",
      "editing.adding | iri.replaced → editing.adding (tells pendingEdits iri.replaced, tells selection iri.replaced)",
      "editing.adding | resource.removed → editing.adding (tells pendingEdits resource.removed, tells selection resource.removed)",
      "editing.adding | addResource done → editing.browsing (says add.ended, tells selection resource.removed)",
      "editing.confirmingDelete | resource.selected → editing.confirmingDelete (tells pendingEdits flush.requested, tells selection resource.selected)",
      "editing.confirmingDelete | selection.cleared → editing.confirmingDelete (tells pendingEdits flush.requested, tells selection selection.cleared)",
      "editing.confirmingDelete | ancestor.selected → editing.confirmingDelete (tells selection ancestor.selected)",
      "editing.confirmingDelete | version.selected → editing.confirmingDelete (tells selection version.selected)",
      "editing.confirmingDelete | field.changed → editing.confirmingDelete (tells pendingEdits field.changed)",
      "editing.confirmingDelete | move.requested → editing.confirmingDelete (tells pendingEdits move.requested)",
      "editing.confirmingDelete | flush.requested → editing.confirmingDelete (tells pendingEdits flush.requested)",
      "editing.confirmingDelete | server.reachable → editing.confirmingDelete (tells pendingEdits server.reachable)",
      "editing.confirmingDelete | location.committed → editing.confirmingDelete (tells pendingEdits flush.requested, tells selection selection.cleared)",
      "editing.confirmingDelete | iri.replaced → editing.confirmingDelete (tells pendingEdits iri.replaced, tells selection iri.replaced)",
      "editing.confirmingDelete | resource.removed → editing.confirmingDelete (tells pendingEdits resource.removed, tells selection resource.removed)",
      "editing.confirmingDelete | confirm done → editing.savingEdits (tells pendingEdits save.requested)",
      "editing.confirmingDelete | confirm done → editing.browsing",
      "editing.confirmingDelete | confirm failed → editing.browsing",
      "editing.savingEdits | save.settled → editing.publishing",
      "editing.savingEdits | save.settled → editing.browsing (says undo.requested)",
      "editing.savingEdits | save.settled → editing.browsing (says redo.requested)",
      "editing.savingEdits | save.settled → viewing (says edit.left, says signOut.requested)",
      "editing.adding | addResource done → editing.savingEdits (says add.ended, tells selection resource.removed, tells pendingEdits save.requested)",
      "editing.savingEdits | save.settled → editing.deleting",
      "editing.publishing | resource.selected → editing.publishing (tells pendingEdits flush.requested, tells selection resource.selected)",
      "editing.publishing | selection.cleared → editing.publishing (tells pendingEdits flush.requested, tells selection selection.cleared)",
      "editing.publishing | ancestor.selected → editing.publishing (tells selection ancestor.selected)",
      "editing.publishing | version.selected → editing.publishing (tells selection version.selected)",
      "editing.publishing | field.changed → editing.publishing (tells pendingEdits field.changed)",
      "editing.publishing | move.requested → editing.publishing (tells pendingEdits move.requested)",
      "editing.publishing | flush.requested → editing.publishing (tells pendingEdits flush.requested)",
      "editing.publishing | server.reachable → editing.publishing (tells pendingEdits server.reachable)",
      "editing.publishing | location.committed → editing.publishing (tells pendingEdits flush.requested, tells selection selection.cleared)",
      "editing.publishing | iri.replaced → editing.publishing (tells pendingEdits iri.replaced, tells selection iri.replaced)",
      "editing.publishing | resource.removed → editing.publishing (tells pendingEdits resource.removed, tells selection resource.removed)",
      "editing.publishing | saveChange done → editing.browsing",
      "editing.publishing | saveChange failed → editing.browsing",
      "editing.deleting | resource.selected → editing.deleting (tells pendingEdits flush.requested, tells selection resource.selected)",
      "editing.deleting | selection.cleared → editing.deleting (tells pendingEdits flush.requested, tells selection selection.cleared)",
      "editing.deleting | ancestor.selected → editing.deleting (tells selection ancestor.selected)",
      "editing.deleting | version.selected → editing.deleting (tells selection version.selected)",
      "editing.deleting | field.changed → editing.deleting (tells pendingEdits field.changed)",
      "editing.deleting | move.requested → editing.deleting (tells pendingEdits move.requested)",
      "editing.deleting | flush.requested → editing.deleting (tells pendingEdits flush.requested)",
      "editing.deleting | server.reachable → editing.deleting (tells pendingEdits server.reachable)",
      "editing.deleting | location.committed → editing.deleting (tells pendingEdits flush.requested, tells selection selection.cleared)",
      "editing.deleting | iri.replaced → editing.deleting (tells pendingEdits iri.replaced, tells selection iri.replaced)",
      "editing.deleting | resource.removed → editing.deleting (tells pendingEdits resource.removed, tells selection resource.removed)",
      "editing.deleting | saveChange done → editing.browsing",
      "editing.deleting | saveChange failed → editing.browsing",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachable(editModeMachine, paths)).toEqual([])
  expect(uncrossed(editModeMachine, paths)).toEqual([])
})

const open = () => {
  const saving = {
    field: controlledPromise<SaveResult, Intent>(),
    own: controlledPromise<SaveResult, Intent>(),
  }
  const moving = controlledPromise<SaveResult, Intent>()
  const adding = controlledPromise<SaveResult, Intent>()
  const asking = {
    own: controlledPromise<boolean, ConfirmOptions>(),
    adding: controlledPromise<boolean, ConfirmOptions>(),
  }
  const told: EditModeEmitted['type'][] = []
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
          actors: { confirm: asking.adding.logic, saveChange: adding.logic },
        }),
        confirm: asking.own.logic,
        saveChange: saving.own.logic,
      },
    }),
    { clock },
  )
  ref.on('*', ({ type }) => told.push(type))
  ref.start()
  ref.send({ type: 'edit.requested' })
  const at = () => ref.getSnapshot()
  return {
    ref,
    clock,
    told,
    saving,
    moving,
    adding,
    asking,
    at,
    manager: () => selectSelectionRef(at())!.getSnapshot(),
    field: (iri: string) => selectField(iri, 'title')(selectPendingEditsRef(at())!.getSnapshot()),
    sent: () => saving.own.heard.map(({ input }) => input),
    type: () => ref.send({ type: 'field.changed', ...typing }),
    select: () =>
      ref.send({ type: 'resource.selected', stack: [live, position, group], area: 'page' }),
    done: (
      effect: {
        settle: (answer: { type: `xstate.done.actor.${string}`; output: unknown }) => void
      },
      output: unknown,
    ) => effect.settle({ type: 'xstate.done.actor.effect', output }),
    until: (value: Parameters<ReturnType<typeof at>['matches']>[0]) =>
      waitFor(ref, (snapshot) => snapshot.matches(value)),
  }
}

const stage = (mode: ReturnType<typeof open>) => {
  mode.ref.send({ type: 'add.requested', insertionPoint })
  const addRef = selectAddResourceRef(mode.at())!
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
  const { ref, told, until } = open()
  ref.send({ type: 'edit.left' })
  await until('viewing')
  expect(told).toEqual(['edit.entered', 'edit.left'])
})

test('stops once all edits are saved', async () => {
  const mode = open()
  mode.type()
  mode.ref.send({ type: 'edit.left' })
  expect(isEditing(mode.at())).toBe(true)
  expect(mode.saving.field.heard).toHaveLength(1)
  mode.done(mode.saving.field, saved)
  await mode.until('viewing')
})

test('continues editing while an edit cannot be saved', async () => {
  const mode = open()
  mode.type()
  mode.ref.send({ type: 'edit.left' })
  mode.saving.field.settle({ type: 'xstate.error.actor.x', error: new Failure('offline') })
  await mode.until({ editing: 'browsing' })
  expect(mode.field(live)!.getSnapshot().context.value).toBe('B')
})

test('saves a field and a move at once when something else is selected', () => {
  const mode = open()
  mode.type()
  mode.ref.send({ type: 'move.requested', group, position: 'b', to: 0, order })
  const unsaved = selectPendingEditsRef(mode.at())!.getSnapshot()
  expect(selectOrder(selectReorder(group)(unsaved)!.getSnapshot())).toEqual(['b', 'a'])
  mode.ref.send({ type: 'resource.selected', stack: ['/component/titles/9'], area: 'page' })
  expect(mode.saving.field.heard).toHaveLength(1)
  expect(mode.moving.heard).toHaveLength(1)
})

test('saves edits and clears the selection when another page is shown', () => {
  const mode = open()
  mode.select()
  mode.type()
  mode.ref.send({ type: 'location.committed' })
  expect(mode.saving.field.heard).toHaveLength(1)
  expect(isOpen(mode.manager())).toBe(false)
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
  expect(selectStack(mode.manager())[0]).toBe(draft)
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
  expect(mode.asking.own.heard[0]!.input).toEqual({
    title: 'Delete this resource?',
    body: 'Are you sure you want to permanently delete this resource?',
  })
  mode.done(mode.asking.own, false)
  await mode.until({ editing: 'browsing' })
  expect(mode.sent()).toEqual([])

  mode.ref.send({ type: 'delete.requested', iri: live })
  mode.done(mode.asking.own, true)
  await mode.until({ editing: 'deleting' })
  expect(mode.sent()).toEqual([{ kind: 'delete', iri: live }])
})

test('keeps the selection when deleting fails and clears it when it succeeds', async () => {
  const mode = open()
  const remove = async () => {
    mode.ref.send({ type: 'delete.requested', iri: live })
    mode.done(mode.asking.own, true)
    await mode.until({ editing: 'deleting' })
  }
  mode.select()
  await remove()
  mode.saving.own.settle({ type: 'xstate.error.actor.x', error: new Failure('offline') })
  await mode.until({ editing: 'browsing' })
  expect(isOpen(mode.manager())).toBe(true)

  await remove()
  mode.ref.send({ type: 'resource.removed', iri: live })
  mode.done(mode.saving.own, { resource: null })
  await mode.until({ editing: 'browsing' })
  expect(isOpen(mode.manager())).toBe(false)
})

test('emits undo once all edits are saved', async () => {
  const mode = open()
  mode.type()
  mode.ref.send({ type: 'undo.requested' })
  expect(canAct(mode.at())).toBe(false)
  expect(mode.told).not.toContain('undo.requested')
  mode.done(mode.saving.field, saved)
  await mode.until({ editing: 'browsing' })
  expect(mode.told).toContain('undo.requested')
})

test('selects a new resource until it is saved or discarded', async () => {
  const mode = open()
  mode.select()
  const addRef = stage(mode)
  expect(selectStack(mode.manager())).toEqual([NEW_RESOURCE, NEW_POSITION, group])
  expect(mode.told.at(-1)).toBe('add.started')
  expect(canAct(mode.at())).toBe(false)
  addRef.send({ type: 'add.confirmed', publish: true })
  mode.done(mode.adding, saved)
  await mode.until({ editing: 'browsing' })
  expect(isOpen(mode.manager())).toBe(false)
  expect(mode.told.at(-1)).toBe('add.ended')
})

test('selects an instantly added resource', async () => {
  const mode = open()
  mode.ref.send({ type: 'add.requested', insertionPoint })
  const addRef = selectAddResourceRef(mode.at())!
  const kind = { type: 'Image', endpoint: '/component/images', publishable: true, instantAdd: true }
  addRef.send({ type: 'kind.selected', kind })
  addRef.send({ type: 'insert.requested' })
  mode.done(mode.adding, saved)
  await mode.until({ editing: 'browsing' })
  expect(selectStack(mode.manager())).toEqual([draft, position, group])
  expect(mode.told).not.toContain('add.started')
})

test('keeps the selection when adding is cancelled', async () => {
  const mode = open()
  mode.select()
  mode.ref.send({ type: 'add.requested', insertionPoint })
  selectAddResourceRef(mode.at())!.send({ type: 'discard.requested' })
  await mode.until({ editing: 'browsing' })
  expect(selectStack(mode.manager())[0]).toBe(live)
})

test('asks before it stops while a new resource is unsaved', async () => {
  const mode = open()
  stage(mode)
  mode.ref.send({ type: 'edit.left' })
  mode.done(mode.asking.adding, false)
  await waitFor(selectAddResourceRef(mode.at())!, (snapshot) => snapshot.matches('staged'))
  expect(isEditing(mode.at())).toBe(true)
  mode.ref.send({ type: 'edit.left' })
  mode.done(mode.asking.adding, true)
  await mode.until('viewing')
})

test('continues editing after a discard, even if stopping was requested and declined before', async () => {
  const mode = open()
  const addRef = stage(mode)
  mode.ref.send({ type: 'edit.left' })
  mode.done(mode.asking.adding, false)
  await waitFor(addRef, (snapshot) => snapshot.matches('staged'))
  addRef.send({ type: 'discard.requested' })
  mode.done(mode.asking.adding, true)
  await mode.until({ editing: 'browsing' })
  expect(mode.told).not.toContain('edit.left')
})

test('discards the new resource when leaving the page was confirmed', async () => {
  const mode = open()
  stage(mode)
  mode.ref.send({ type: 'add.discarded' })
  await mode.until({ editing: 'browsing' })
  expect(mode.told.at(-1)).toBe('add.ended')
  expect(mode.asking.adding.heard).toEqual([])
})

test('asks again after a failed save when stopping is requested again', async () => {
  const mode = open()
  const addRef = stage(mode)
  addRef.send({ type: 'add.confirmed', publish: true })
  mode.ref.send({ type: 'edit.left' })
  mode.adding.settle({ type: 'xstate.error.actor.x', error: new Failure('offline') })
  await waitFor(addRef, (snapshot) => snapshot.matches('staged'))
  expect(mode.asking.adding.heard).toEqual([])
  mode.ref.send({ type: 'edit.left' })
  mode.done(mode.asking.adding, true)
  await mode.until('viewing')
})
