import { expect, test } from 'vitest'
import { SimulatedClock, createActor, waitFor } from 'xstate'
import type { InsertionPoint } from '#content/model/insertion-point.ts'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import { NEW_POSITION, NEW_RESOURCE } from '#content/model/iri.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import { areaSwitchMachine } from '#machines/editing/selection/area-switch.ts'
import { stagedResourceMachine } from '#machines/editing/changes/staged-resource.ts'
import { editModeMemoryMachine } from '#machines/editing/edit-mode-memory.ts'
import {
  addResourceMachine,
  selectStagedResourceRef,
} from '#machines/editing/changes/add-resource.ts'
import type { ConfirmOptions } from '#machines/app/dialogs.ts'
import {
  canAct,
  editModeMachine,
  isEditing,
  selectPendingActionRef,
} from '#machines/editing/edit-mode.ts'
import { pendingActionMachine } from '#machines/editing/pending-action.ts'
import { waitingActionsMachine } from '#machines/editing/waiting-actions.ts'
import { fieldMachine } from '#machines/editing/changes/field.ts'
import { reorderMachine, selectOrder } from '#machines/editing/changes/reorder.ts'
import { selectionMachine, selectStack } from '#machines/editing/selection/selection.ts'
import {
  selectFields,
  selectPendingMovesRef,
  pendingEditsMachine,
} from '#machines/editing/changes/pending-edits.ts'
import type {
  DeletionWatchEvent,
  PendingEditsEvent,
} from '#machines/editing/changes/pending-edits-events.ts'
import { pendingMovesMachine, selectReorder } from '#machines/editing/changes/pending-moves.ts'
import { htmlKind } from '../../support/content/new-component.ts'
import {
  controlledCallback,
  controlledPromise,
  resolvedEffect,
} from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const live = '/component/titles/live'
const draft = '/component/titles/draft'
const position = '/_/component_positions/1'
const group = '/_/component_groups/1'
const [a, b] = ['/_/component_positions/a', '/_/component_positions/b'] as const
const order = [a, b]
const insertionPoint: InsertionPoint = { group, index: 1, sortValue: 1 }
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
    { type: 'open.requested', href: '/about' },
    { type: 'exit.requested' },
    { type: 'add.requested', insertionPoint },
    { type: 'edit.resumed' },
    { type: 'add.resumed', insertionPoint, kind: htmlKind, resumed: { data: {} } },
    { type: 'discard.canceled' },
    { type: 'delete.requested', iri: live },
    { type: 'deleteAll.requested', positions: order },
    { type: 'moveAll.requested', positions: order, by: 1 },
    { type: 'publish.requested', iri: live },
    { type: 'publishAll.requested', iris: [live] },
    { type: 'schedule.requested', iri: live, publishedAt: null },
    { type: 'bind.requested', position: order[0]!, binding: null },
    { type: 'duplicate.requested', iri: live, insertionPoint, isPublic: false },
    { type: 'duplicate.requested', iri: live, insertionPoint, isPublic: true },
    { type: 'paste.requested', copies: [], insertionPoint, isPublic: false },
    { type: 'paste.requested', copies: [], insertionPoint, isPublic: true },
    { type: 'undo.requested' },
    { type: 'redo.requested' },
    { type: 'jump.requested', to: null },
    { type: 'signOut.requested' },
    { type: 'signOut.requested', isScreenUnsaved: true },
    {
      type: 'action.resumed',
      waiting: { id: 'new 0', action: { type: 'undo.requested' }, edits: [] },
    },
    { type: 'xstate.done.actor.confirm', output: true },
    { type: 'xstate.done.actor.confirm', output: false },
    { type: 'xstate.error.actor.confirm', error: new Failure('unexpected') },
    { type: 'xstate.done.actor.addResource', output: saved },
    { type: 'xstate.done.actor.pendingAction', output: 'exit.requested' },
    { type: 'xstate.done.actor.pendingAction', output: 'signOut.requested' },
    { type: 'xstate.done.actor.pendingAction', output: null },
  ],
  distinguishBy: ({ pendingAction }) => pendingAction?.action.type,
})

/** The paths on which an undo or a redo is asked for while an action runs. */
const queued = pathsOf(editModeMachine, {
  input: undefined,
  events: [
    { type: 'edit.requested' },
    { type: 'undo.requested' },
    { type: 'redo.requested' },
    { type: 'xstate.done.actor.pendingAction', output: 'exit.requested' },
    { type: 'xstate.done.actor.pendingAction', output: null },
  ],
  distinguishBy: ({ queue }) => Math.min(queue.length, 2),
})

test('has this transition table for undos and redos that are asked for faster than they are done', () => {
  expect(transitionTable(queued)).toMatchInlineSnapshot(`
    [
      "start → viewing",
      "viewing | edit.requested → editing.free.browsing (emits edit.entered, emits actions.allowed)",
      "editing.free | undo.requested → editing.acting {pendingAction}",
      "editing.free | redo.requested → editing.acting {pendingAction}",
      "editing.acting | undo.requested {queue}",
      "editing.acting | redo.requested {queue}",
      "editing.acting | pendingAction done [isExit] → viewing {pendingAction, queue} (emits edit.exited)",
      "editing.acting | pendingAction done → editing.free.browsing {pendingAction} (emits actions.allowed)",
      "editing.acting | pendingAction done [isQueued] → editing.acting {queue} (emits actions.allowed)",
    ]
  `)
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → viewing",
      "viewing | edit.requested → editing.free.browsing (emits edit.entered, emits actions.allowed)",
      "viewing | edit.resumed → editing.free.browsing (emits edit.entered, emits actions.allowed)",
      "viewing | signOut.requested (emits signOut.requested)",
      "viewing | signOut.requested [isScreenUnsaved] (emits home.requested)",
      "editing.free | open.requested → editing.acting {pendingAction}",
      "editing.free | exit.requested → editing.acting {pendingAction}",
      "editing.free | add.requested → editing.adding {pendingAction}",
      "editing.free | add.resumed → editing.adding {pendingAction}",
      "editing.free | delete.requested → editing.free.confirming {pendingAction}",
      "editing.free | deleteAll.requested → editing.free.confirming {pendingAction}",
      "editing.free | moveAll.requested → editing.acting {pendingAction}",
      "editing.free | publish.requested → editing.acting {pendingAction}",
      "editing.free | publishAll.requested → editing.acting {pendingAction}",
      "editing.free | schedule.requested → editing.acting {pendingAction}",
      "editing.free | bind.requested → editing.acting {pendingAction}",
      "editing.free | duplicate.requested → editing.acting {pendingAction}",
      "editing.free | duplicate.requested [isPublic] → editing.free.confirming {pendingAction}",
      "editing.free | paste.requested → editing.acting {pendingAction}",
      "editing.free | paste.requested [isPublic] → editing.free.confirming {pendingAction}",
      "editing.free | undo.requested → editing.acting {pendingAction}",
      "editing.free | redo.requested → editing.acting {pendingAction}",
      "editing.free | jump.requested → editing.acting {pendingAction}",
      "editing.free | signOut.requested → editing.acting {pendingAction}",
      "editing.free.browsing | action.resumed → editing.acting {pendingAction}",
      "editing.free.confirming | confirm done [isConfirmed] → editing.acting",
      "editing.free.confirming | confirm done → editing.free.browsing {pendingAction} (emits actions.allowed)",
      "editing.free.confirming | confirm failed → editing.free.browsing {pendingAction} (emits actions.allowed)",
      "editing.adding | open.requested {pendingAction} (emits discard.needed)",
      "editing.adding | exit.requested {pendingAction} (emits discard.needed)",
      "editing.adding | discard.canceled {pendingAction}",
      "editing.adding | signOut.requested {pendingAction} (emits discard.needed)",
      "editing.adding | addResource done → editing.free.browsing (emits actions.allowed)",
      "editing.adding | addResource done [hasPendingAction] → editing.acting",
      "editing.acting | undo.requested {queue}",
      "editing.acting | redo.requested {queue}",
      "editing.acting | pendingAction done [isExit] → viewing {pendingAction} (emits edit.exited)",
      "editing.acting | pendingAction done [isSignOut] → viewing {pendingAction} (emits edit.exited, emits signOut.requested)",
      "editing.acting | pendingAction done → editing.free.browsing {pendingAction} (emits actions.allowed)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(editModeMachine, paths)).toEqual([])
  expect(untakenTransitions(editModeMachine, [...paths, ...queued])).toEqual([])
})

const open = ({ wasEditing = false } = {}) => {
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
  const emitted: EmittedBy<'editMode'>['type'][] = []
  const clock = new SimulatedClock()
  const ref = createActor(
    editModeMachine.provide({
      actors: {
        pendingEdits: pendingEditsMachine.provide({
          actors: {
            field: fieldMachine.provide({ actors: { saveChange: saving.field.logic } }),
            pendingMoves: pendingMovesMachine.provide({
              actors: { reorder: reorderMachine.provide({ actors: { saveChange: moving.logic } }) },
            }),
            watchDeletions: controlledCallback<DeletionWatchEvent>().logic,
            warnBeforeUnload: controlledCallback<PendingEditsEvent>().logic,
          },
        }),
        selection: selectionMachine.provide({
          actors: {
            areaSwitch: areaSwitchMachine.provide({
              actors: { confirm: controlledPromise<boolean, ConfirmOptions>().logic },
            }),
          },
        }),
        addResource: addResourceMachine.provide({
          actors: {
            stagedResource: stagedResourceMachine.provide({
              actors: { confirm: confirming.adding.logic, saveChange: adding.logic },
            }),
            saveChange: adding.logic,
          },
        }),
        pendingAction: pendingActionMachine.provide({
          actors: { saveChange: saving.own.logic },
        }),
        confirm: confirming.own.logic,
        waitingActions: waitingActionsMachine.provide({ actions: { saveActions() {} } }),
        editModeMemory: editModeMemoryMachine.provide({
          actors: {
            wasEditing: resolvedEffect(wasEditing),
            rememberEditing: controlledCallback().logic,
          },
          actions: { saveSelection() {}, saveAddition() {}, clearAddition() {} },
        }),
      },
    }),
    { clock, systemId: 'editMode' },
  )
  ref.on('*', ({ type }) => emitted.push(type))
  ref.start()
  if (!wasEditing) ref.send({ type: 'edit.requested' })
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
    selection: () => snapshot().children.selection!.getSnapshot(),
    field: (iri: string) =>
      selectFields(iri)(snapshot().children.pendingEdits!.getSnapshot())['title'],
    sent: () => saving.own.calls.map(({ input }) => input),
    type: () => snapshot().children.pendingEdits!.send({ type: 'field.changed', ...typing }),
    select: (stack = [live, position, group]) =>
      snapshot().children.selection!.send({ type: 'resource.selected', stack, area: 'page' }),
    /** All actors that listen to the navigation hear it. */
    navigate: () => {
      const { pendingEdits, selection } = snapshot().children
      for (const child of [pendingEdits!, selection!]) child.send({ type: 'location.committed' })
    },
    pendingMovesRef: () => selectPendingMovesRef(snapshot().children.pendingEdits!.getSnapshot()),
    done: (
      effect: {
        settle: (answer: { type: `xstate.done.actor.${string}`; output: unknown }) => void
      },
      output: unknown,
    ) => effect.settle({ type: 'xstate.done.actor.effect', output }),
    untilActing: async () => {
      await waitFor(ref, (current) => current.matches({ editing: 'acting' }))
      await waitFor(selectPendingActionRef(snapshot())!, (current) => current.matches('changing'))
    },
    until: (value: Parameters<ReturnType<typeof snapshot>['matches']>[0]) =>
      waitFor(ref, (current) => current.matches(value)),
  }
}

const stage = (mode: ReturnType<typeof open>) => {
  mode.ref.send({ type: 'add.requested', insertionPoint })
  const addRef = mode.snapshot().children.addResource!
  const kind = {
    type: 'Title',
    endpoint: '/component/titles',
    publishable: true,
    instantAdd: false,
  }
  addRef.send({ type: 'kind.selected', kind })
  addRef.send({ type: 'insert.requested' })
  return selectStagedResourceRef(addRef.getSnapshot())!
}

test('emits when editing starts and when it has ended', async () => {
  const { ref, emitted, until } = open()
  ref.send({ type: 'exit.requested' })
  await until('viewing')
  expect(emitted).toEqual(['edit.entered', 'actions.allowed', 'edit.exited'])
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
  await mode.until({ editing: 'free' })
  expect(mode.field(live)!.getSnapshot().context.value).toBe('B')
})

test('saves a field and a move at once when something else is selected', () => {
  const mode = open()
  mode.type()
  mode.pendingMovesRef().send({ type: 'move.requested', group, position: b, to: 0, order })
  const reorderRef = selectReorder(group)(mode.pendingMovesRef().getSnapshot())!
  expect(selectOrder(reorderRef.getSnapshot())).toEqual([b, a])
  mode.select(['/component/titles/9'])
  expect(mode.saving.field.calls).toHaveLength(1)
  expect(mode.moving.calls).toHaveLength(1)
})

test('saves edits and clears the selection when another page is shown', () => {
  const mode = open()
  mode.select()
  mode.type()
  mode.navigate()
  expect(mode.saving.field.calls).toHaveLength(1)
  expect(selectStack(mode.selection())).toEqual([])
})

test('publishes the latest edit, under the IRI of its draft', async () => {
  const mode = open()
  mode.select()
  mode.type()
  mode.ref.send({ type: 'publish.requested', iri: live })
  const { pendingAction, pendingEdits, selection } = mode.snapshot().children
  for (const ref of [pendingAction!, pendingEdits!, selection!])
    ref.send({ type: 'iri.replaced', from: live, to: draft })
  mode.done(mode.saving.field, saved)
  await mode.untilActing()
  expect(mode.sent()).toEqual([{ kind: 'publish', iri: draft }])
  expect(selectStack(mode.selection())[0]).toBe(draft)
})

test('does not publish what cannot be saved', async () => {
  const mode = open()
  mode.type()
  mode.ref.send({ type: 'publish.requested', iri: live })
  mode.saving.field.settle({ type: 'xstate.error.actor.x', error: new Failure('invalid') })
  await mode.until({ editing: 'free' })
  expect(mode.sent()).toEqual([])
})

test('asks before it deletes', async () => {
  const mode = open()
  mode.ref.send({ type: 'delete.requested', iri: live })
  expect(mode.confirming.own.calls[0]!.input).toEqual({
    title: 'Delete this resource?',
    body: 'Are you sure you want to permanently delete this resource?',
    deleted: [live],
  })
  mode.done(mode.confirming.own, false)
  await mode.until({ editing: 'free' })
  expect(mode.sent()).toEqual([])

  mode.ref.send({ type: 'delete.requested', iri: live })
  mode.done(mode.confirming.own, true)
  await mode.untilActing()
  expect(mode.sent()).toEqual([{ kind: 'delete', iri: live }])
})

test('keeps the selection when deleting fails and clears it when it succeeds', async () => {
  const mode = open()
  const remove = async () => {
    mode.ref.send({ type: 'delete.requested', iri: live })
    mode.done(mode.confirming.own, true)
    await mode.untilActing()
  }
  mode.select()
  await remove()
  mode.saving.own.settle({ type: 'xstate.error.actor.x', error: new Failure('offline') })
  await mode.until({ editing: 'free' })
  expect(selectStack(mode.selection())).not.toEqual([])

  await remove()
  mode.snapshot().children.selection!.send({ type: 'resource.removed', iri: live })
  mode.done(mode.saving.own, { resource: null })
  await mode.until({ editing: 'free' })
  expect(selectStack(mode.selection())).toEqual([])
})

test('emits undo once all edits are saved', async () => {
  const mode = open()
  mode.type()
  mode.ref.send({ type: 'undo.requested' })
  const undone: string[] = []
  selectPendingActionRef(mode.snapshot())!.on('undo.requested', ({ type }) => undone.push(type))
  expect(canAct(mode.snapshot())).toBe(false)
  expect(mode.saving.field.calls).toHaveLength(1)
  expect(undone).toEqual([])
  mode.done(mode.saving.field, saved)
  await mode.until({ editing: 'free' })
  expect(undone).toEqual(['undo.requested'])
})

test('selects a new resource, and keeps it selected when it is saved', async () => {
  const mode = open()
  mode.select()
  const stagedRef = stage(mode)
  expect(selectStack(mode.selection())).toEqual([NEW_RESOURCE, NEW_POSITION, group])
  expect(canAct(mode.snapshot())).toBe(false)
  stagedRef.send({ type: 'add.confirmed', publish: true, id: '1' })
  mode.done(mode.adding, saved)
  await mode.until({ editing: 'free' })
  expect(selectStack(mode.selection())).toEqual([draft, position, group])
})

test('selects an instantly added resource', async () => {
  const mode = open()
  mode.ref.send({ type: 'add.requested', insertionPoint })
  const addRef = mode.snapshot().children.addResource!
  const kind = { type: 'Image', endpoint: '/component/images', publishable: true, instantAdd: true }
  addRef.send({ type: 'kind.selected', kind })
  addRef.send({ type: 'insert.requested' })
  mode.done(mode.adding, saved)
  await mode.until({ editing: 'free' })
  expect(selectStack(mode.selection())).toEqual([draft, position, group])
})

test('keeps the selection when adding is canceled', async () => {
  const mode = open()
  mode.select()
  mode.ref.send({ type: 'add.requested', insertionPoint })
  mode.snapshot().children.addResource!.send({ type: 'discard.requested' })
  await mode.until({ editing: 'free' })
  expect(selectStack(mode.selection())[0]).toBe(live)
})

test('goes on editing in a tab that was editing', () => {
  const mode = open({ wasEditing: true })
  expect(isEditing(mode.snapshot())).toBe(true)
  expect(mode.emitted).toEqual(['edit.entered', 'actions.allowed'])
})

test('asks before it stops while a new resource is unsaved', async () => {
  const mode = open()
  const stagedRef = stage(mode)
  mode.ref.send({ type: 'exit.requested' })
  mode.done(mode.confirming.adding, false)
  await waitFor(stagedRef, (snapshot) => snapshot.matches('filling'))
  expect(isEditing(mode.snapshot())).toBe(true)
  mode.ref.send({ type: 'exit.requested' })
  mode.done(mode.confirming.adding, true)
  await mode.until('viewing')
})

test('continues editing after a discard, even if stopping was requested and declined before', async () => {
  const mode = open()
  const stagedRef = stage(mode)
  mode.ref.send({ type: 'exit.requested' })
  mode.done(mode.confirming.adding, false)
  await waitFor(stagedRef, (snapshot) => snapshot.matches('filling'))
  stagedRef.send({ type: 'discard.requested' })
  mode.done(mode.confirming.adding, true)
  await mode.until({ editing: 'free' })
  expect(mode.emitted).not.toContain('edit.exited')
})

test('discards the new resource when leaving the page was confirmed', async () => {
  const mode = open()
  stage(mode).send({ type: 'add.discarded' })
  await mode.until({ editing: 'free' })
  expect(mode.confirming.adding.calls).toEqual([])
})

test('asks again after a failed save when stopping is requested again', async () => {
  const mode = open()
  const stagedRef = stage(mode)
  stagedRef.send({ type: 'add.confirmed', publish: true, id: '1' })
  mode.ref.send({ type: 'exit.requested' })
  mode.adding.settle({ type: 'xstate.error.actor.x', error: new Failure('offline') })
  await waitFor(stagedRef, (snapshot) => snapshot.matches('filling'))
  expect(mode.confirming.adding.calls).toEqual([])
  mode.ref.send({ type: 'exit.requested' })
  mode.done(mode.confirming.adding, true)
  await mode.until('viewing')
})

test('asks before it makes a copy that visitors see at once', async () => {
  const mode = open()
  mode.ref.send({ type: 'duplicate.requested', iri: live, insertionPoint, isPublic: true })
  expect(mode.confirming.own.calls[0]!.input.title).toBe('Show this to visitors at once?')
  mode.done(mode.confirming.own, true)
  await mode.untilActing()
  expect(mode.sent()).toEqual([{ kind: 'duplicate', iri: live, group, sortValue: 1 }])
})

test('makes a draft without a confirmation', async () => {
  const mode = open()
  mode.ref.send({ type: 'paste.requested', copies: [], insertionPoint, isPublic: false })
  await mode.untilActing()
  expect(mode.confirming.own.calls).toEqual([])
  expect(mode.sent()).toEqual([{ kind: 'paste', copies: [], group, sortValue: 1 }])
})
