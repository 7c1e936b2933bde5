import { expect, test } from 'vitest'
import { SimulatedClock, createActor, waitFor } from 'xstate'
import type { Intent, Saved } from '#content/change.ts'
import { Failure } from '#content/failure.ts'
import { NEW_POSITION, NEW_RESOURCE } from '#content/iri.ts'
import { addResourceMachine } from '#machines/add-resource.ts'
import type { Question } from '#machines/dialogs.ts'
import {
  type EditModeEmitted,
  canAct,
  editModeMachine,
  isEditing,
  selectAddResource,
  selectResourceManager,
  selectUnsaved,
} from '#machines/edit-mode.ts'
import { fieldMachine } from '#machines/field.ts'
import { reorderMachine, selectOrder } from '#machines/reorder.ts'
import { isOpen, resourceManagerMachine, selectStack } from '#machines/resource-manager.ts'
import { selectField, selectReorder, unsavedMachine } from '#machines/unsaved.ts'
import { pathsOf, puppet, tableOf, uncrossed, unreachable } from '../support/paths.ts'

const live = '/component/titles/live'
const draft = '/component/titles/draft'
const position = '/_/component_positions/1'
const group = '/_/component_groups/1'
const order = ['a', 'b']
const spot = { group, index: 1, sortValue: 1 }
const typing = { iri: live, property: 'title', value: 'B', stored: 'A' }
const saved: Saved = {
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
    { type: 'stack.chosen', index: 1 },
    { type: 'version.chosen', live: true },
    { type: 'field.changed', ...typing },
    { type: 'move.requested', group, position: 'b', to: 0, order },
    { type: 'flush.requested' },
    { type: 'site.reached' },
    { type: 'add.requested', spot },
    { type: 'add.staged', stack: [NEW_RESOURCE, NEW_POSITION, group] },
    { type: 'add.placed', stack: [draft, position, group] },
    { type: 'add.kept' },
    { type: 'add.discarded' },
    { type: 'delete.requested', iri: live },
    { type: 'publish.requested', iri: live },
    { type: 'undo.requested' },
    { type: 'redo.requested' },
    { type: 'signOut.requested' },
    { type: 'location.committed' },
    { type: 'iri.replaced', from: live, to: draft },
    { type: 'resource.removed', iri: live },
    { type: 'unsaved.settled', clean: true },
    { type: 'unsaved.settled', clean: false },
    { type: 'xstate.done.actor.addResource', output: saved },
    { type: 'xstate.done.actor.confirm', output: true },
    { type: 'xstate.done.actor.confirm', output: false },
    { type: 'xstate.error.actor.confirm', error: new Failure('unexpected') },
    { type: 'xstate.done.actor.saveChange', output: saved },
    { type: 'xstate.error.actor.saveChange', error: new Failure('offline') },
  ],
  tellApart: ({ task }) => task?.type,
})

test('does exactly this', () => {
  expect(tableOf(paths)).toMatchInlineSnapshot(`
    [
      "start → viewing",
      "viewing | edit.requested → editing.browsing (says edit.entered)",
      "viewing | signOut.requested → viewing (says signOut.requested)",
      "editing.browsing | edit.left → editing.settling (tells unsaved settling.requested)",
      "editing.browsing | resource.selected → editing.browsing (tells unsaved flush.requested, tells resourceManager resource.selected)",
      "editing.browsing | selection.cleared → editing.browsing (tells unsaved flush.requested, tells resourceManager selection.cleared)",
      "editing.browsing | stack.chosen → editing.browsing (tells resourceManager stack.chosen)",
      "editing.browsing | version.chosen → editing.browsing (tells resourceManager version.chosen)",
      "editing.browsing | field.changed → editing.browsing (tells unsaved field.changed)",
      "editing.browsing | move.requested → editing.browsing (tells unsaved move.requested)",
      "editing.browsing | flush.requested → editing.browsing (tells unsaved flush.requested)",
      "editing.browsing | site.reached → editing.browsing (tells unsaved site.reached)",
      "editing.browsing | add.requested → editing.adding",
      "editing.browsing | delete.requested → editing.confirmingDelete",
      "editing.browsing | publish.requested → editing.settling (tells unsaved settling.requested)",
      "editing.browsing | undo.requested → editing.settling (tells unsaved settling.requested)",
      "editing.browsing | redo.requested → editing.settling (tells unsaved settling.requested)",
      "editing.browsing | signOut.requested → editing.settling (tells unsaved settling.requested)",
      "editing.browsing | location.committed → editing.browsing (tells unsaved flush.requested, tells resourceManager selection.cleared)",
      "editing.browsing | iri.replaced → editing.browsing (tells unsaved iri.replaced, tells resourceManager iri.replaced)",
      "editing.browsing | resource.removed → editing.browsing (tells unsaved resource.removed, tells resourceManager resource.removed)",
      "editing.settling | resource.selected → editing.settling (tells unsaved flush.requested, tells resourceManager resource.selected)",
      "editing.settling | selection.cleared → editing.settling (tells unsaved flush.requested, tells resourceManager selection.cleared)",
      "editing.settling | stack.chosen → editing.settling (tells resourceManager stack.chosen)",
      "editing.settling | version.chosen → editing.settling (tells resourceManager version.chosen)",
      "editing.settling | field.changed → editing.settling (tells unsaved field.changed)",
      "editing.settling | move.requested → editing.settling (tells unsaved move.requested)",
      "editing.settling | flush.requested → editing.settling (tells unsaved flush.requested)",
      "editing.settling | site.reached → editing.settling (tells unsaved site.reached)",
      "editing.settling | location.committed → editing.settling (tells unsaved flush.requested, tells resourceManager selection.cleared)",
      "editing.settling | iri.replaced → editing.settling (tells unsaved iri.replaced, tells resourceManager iri.replaced)",
      "editing.settling | resource.removed → editing.settling (tells unsaved resource.removed, tells resourceManager resource.removed)",
      "editing.settling | unsaved.settled → viewing (says edit.left)",
      "editing.settling | unsaved.settled → editing.browsing",
      "editing.adding | edit.left → editing.adding (tells addResource discard.requested)",
      "editing.adding | resource.selected → editing.adding (tells unsaved flush.requested, tells resourceManager resource.selected)",
      "editing.adding | selection.cleared → editing.adding (tells unsaved flush.requested, tells resourceManager selection.cleared)",
      "editing.adding | stack.chosen → editing.adding (tells resourceManager stack.chosen)",
      "editing.adding | version.chosen → editing.adding (tells resourceManager version.chosen)",
      "editing.adding | field.changed → editing.adding (tells unsaved field.changed)",
      "editing.adding | move.requested → editing.adding (tells unsaved move.requested)",
      "editing.adding | flush.requested → editing.adding (tells unsaved flush.requested)",
      "editing.adding | site.reached → editing.adding (tells unsaved site.reached)",
      "editing.adding | add.staged → editing.adding (says add.started, tells resourceManager resource.added)",
      "editing.adding | add.placed → editing.adding (tells resourceManager resource.added)",
      "editing.adding | add.kept → editing.adding",
      "editing.adding | add.discarded → editing.adding (tells addResource add.discarded)",
      "editing.adding | signOut.requested → editing.adding (tells addResource discard.requested)",
      "editing.adding | location.committed → editing.adding (tells unsaved flush.requested, tells resourceManager selection.cleared)",
      "editing.adding | iri.replaced → editing.adding (tells unsaved iri.replaced, tells resourceManager iri.replaced)",
      "editing.adding | resource.removed → editing.adding (tells unsaved resource.removed, tells resourceManager resource.removed)",
      "editing.adding | addResource done → editing.browsing (says add.ended, tells resourceManager resource.removed)",
      "editing.confirmingDelete | resource.selected → editing.confirmingDelete (tells unsaved flush.requested, tells resourceManager resource.selected)",
      "editing.confirmingDelete | selection.cleared → editing.confirmingDelete (tells unsaved flush.requested, tells resourceManager selection.cleared)",
      "editing.confirmingDelete | stack.chosen → editing.confirmingDelete (tells resourceManager stack.chosen)",
      "editing.confirmingDelete | version.chosen → editing.confirmingDelete (tells resourceManager version.chosen)",
      "editing.confirmingDelete | field.changed → editing.confirmingDelete (tells unsaved field.changed)",
      "editing.confirmingDelete | move.requested → editing.confirmingDelete (tells unsaved move.requested)",
      "editing.confirmingDelete | flush.requested → editing.confirmingDelete (tells unsaved flush.requested)",
      "editing.confirmingDelete | site.reached → editing.confirmingDelete (tells unsaved site.reached)",
      "editing.confirmingDelete | location.committed → editing.confirmingDelete (tells unsaved flush.requested, tells resourceManager selection.cleared)",
      "editing.confirmingDelete | iri.replaced → editing.confirmingDelete (tells unsaved iri.replaced, tells resourceManager iri.replaced)",
      "editing.confirmingDelete | resource.removed → editing.confirmingDelete (tells unsaved resource.removed, tells resourceManager resource.removed)",
      "editing.confirmingDelete | confirm done → editing.settling (tells unsaved settling.requested)",
      "editing.confirmingDelete | confirm done → editing.browsing",
      "editing.confirmingDelete | confirm failed → editing.browsing",
      "editing.settling | unsaved.settled → editing.publishing",
      "editing.settling | unsaved.settled → editing.browsing (says undo.requested)",
      "editing.settling | unsaved.settled → editing.browsing (says redo.requested)",
      "editing.settling | unsaved.settled → viewing (says edit.left, says signOut.requested)",
      "editing.adding | addResource done → editing.settling (says add.ended, tells resourceManager resource.removed, tells unsaved settling.requested)",
      "editing.settling | unsaved.settled → editing.deleting",
      "editing.publishing | resource.selected → editing.publishing (tells unsaved flush.requested, tells resourceManager resource.selected)",
      "editing.publishing | selection.cleared → editing.publishing (tells unsaved flush.requested, tells resourceManager selection.cleared)",
      "editing.publishing | stack.chosen → editing.publishing (tells resourceManager stack.chosen)",
      "editing.publishing | version.chosen → editing.publishing (tells resourceManager version.chosen)",
      "editing.publishing | field.changed → editing.publishing (tells unsaved field.changed)",
      "editing.publishing | move.requested → editing.publishing (tells unsaved move.requested)",
      "editing.publishing | flush.requested → editing.publishing (tells unsaved flush.requested)",
      "editing.publishing | site.reached → editing.publishing (tells unsaved site.reached)",
      "editing.publishing | location.committed → editing.publishing (tells unsaved flush.requested, tells resourceManager selection.cleared)",
      "editing.publishing | iri.replaced → editing.publishing (tells unsaved iri.replaced, tells resourceManager iri.replaced)",
      "editing.publishing | resource.removed → editing.publishing (tells unsaved resource.removed, tells resourceManager resource.removed)",
      "editing.publishing | saveChange done → editing.browsing",
      "editing.publishing | saveChange failed → editing.browsing",
      "editing.deleting | resource.selected → editing.deleting (tells unsaved flush.requested, tells resourceManager resource.selected)",
      "editing.deleting | selection.cleared → editing.deleting (tells unsaved flush.requested, tells resourceManager selection.cleared)",
      "editing.deleting | stack.chosen → editing.deleting (tells resourceManager stack.chosen)",
      "editing.deleting | version.chosen → editing.deleting (tells resourceManager version.chosen)",
      "editing.deleting | field.changed → editing.deleting (tells unsaved field.changed)",
      "editing.deleting | move.requested → editing.deleting (tells unsaved move.requested)",
      "editing.deleting | flush.requested → editing.deleting (tells unsaved flush.requested)",
      "editing.deleting | site.reached → editing.deleting (tells unsaved site.reached)",
      "editing.deleting | location.committed → editing.deleting (tells unsaved flush.requested, tells resourceManager selection.cleared)",
      "editing.deleting | iri.replaced → editing.deleting (tells unsaved iri.replaced, tells resourceManager iri.replaced)",
      "editing.deleting | resource.removed → editing.deleting (tells unsaved resource.removed, tells resourceManager resource.removed)",
      "editing.deleting | saveChange done → editing.browsing",
      "editing.deleting | saveChange failed → editing.browsing",
    ]
  `)
})

test('rests in every state and crosses every transition', () => {
  expect(unreachable(editModeMachine, paths)).toEqual([])
  expect(uncrossed(editModeMachine, paths)).toEqual([])
})

const open = () => {
  const saving = { field: puppet<Saved, Intent>(), own: puppet<Saved, Intent>() }
  const moving = puppet<Saved, Intent>()
  const adding = puppet<Saved, Intent>()
  const asking = { own: puppet<boolean, Question>(), adding: puppet<boolean, Question>() }
  const told: EditModeEmitted['type'][] = []
  const clock = new SimulatedClock()
  const ref = createActor(
    editModeMachine.provide({
      actors: {
        unsaved: unsavedMachine.provide({
          actors: {
            field: fieldMachine.provide({ actors: { saveChange: saving.field.logic } }),
            reorder: reorderMachine.provide({ actors: { saveChange: moving.logic } }),
          },
        }),
        resourceManager: resourceManagerMachine.provide({
          actors: { confirm: puppet<boolean, Question>().logic },
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
    manager: () => selectResourceManager(at())!.getSnapshot(),
    field: (iri: string) => selectField(iri, 'title')(selectUnsaved(at())!.getSnapshot()),
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
  mode.ref.send({ type: 'add.requested', spot })
  const addRef = selectAddResource(mode.at())!
  const kind = {
    type: 'Title',
    endpoint: '/component/titles',
    publishable: true,
    instantAdd: false,
  }
  addRef.send({ type: 'kind.chosen', kind })
  addRef.send({ type: 'insert.requested' })
  return addRef
}

test('says when somebody starts to edit, and when they have stopped', async () => {
  const { ref, told, until } = open()
  ref.send({ type: 'edit.left' })
  await until('viewing')
  expect(told).toEqual(['edit.entered', 'edit.left'])
})

test('stops once all that was typed is saved', async () => {
  const mode = open()
  mode.type()
  mode.ref.send({ type: 'edit.left' })
  expect(isEditing(mode.at())).toBe(true)
  expect(mode.saving.field.heard).toHaveLength(1)
  mode.done(mode.saving.field, saved)
  await mode.until('viewing')
})

test('goes on editing while something cannot be saved, so that nothing typed is lost', async () => {
  const mode = open()
  mode.type()
  mode.ref.send({ type: 'edit.left' })
  mode.saving.field.settle({ type: 'xstate.error.actor.x', error: new Failure('offline') })
  await mode.until({ editing: 'browsing' })
  expect(mode.field(live)!.getSnapshot().context.value).toBe('B')
})

test('a field that is left behind by a press elsewhere is saved at once, and so is a move', () => {
  const mode = open()
  mode.type()
  mode.ref.send({ type: 'move.requested', group, position: 'b', to: 0, order })
  const unsaved = selectUnsaved(mode.at())!.getSnapshot()
  expect(selectOrder(selectReorder(group)(unsaved)!.getSnapshot())).toEqual(['b', 'a'])
  mode.ref.send({ type: 'resource.selected', stack: ['/component/titles/9'], area: 'page' })
  expect(mode.saving.field.heard).toHaveLength(1)
  expect(mode.moving.heard).toHaveLength(1)
})

test('saves what was typed on a page that is left, and selects nothing on the next', () => {
  const mode = open()
  mode.select()
  mode.type()
  mode.ref.send({ type: 'location.committed' })
  expect(mode.saving.field.heard).toHaveLength(1)
  expect(isOpen(mode.manager())).toBe(false)
})

test('publishes what was typed last, under the name it has by then', async () => {
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

test('a deletion that fails leaves selected what it was about; one that succeeds does not', async () => {
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

test('passes undo on once what was typed is saved, because that is what is meant', async () => {
  const mode = open()
  mode.type()
  mode.ref.send({ type: 'undo.requested' })
  expect(canAct(mode.at())).toBe(false)
  expect(mode.told).not.toContain('undo.requested')
  mode.done(mode.saving.field, saved)
  await mode.until({ editing: 'browsing' })
  expect(mode.told).toContain('undo.requested')
})

test('selects what is being added, says that it would be lost, and lets go of it when it is saved', async () => {
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

test('selects what was added at once', async () => {
  const mode = open()
  mode.ref.send({ type: 'add.requested', spot })
  const addRef = selectAddResource(mode.at())!
  const kind = { type: 'Image', endpoint: '/component/images', publishable: true, instantAdd: true }
  addRef.send({ type: 'kind.chosen', kind })
  addRef.send({ type: 'insert.requested' })
  mode.done(mode.adding, saved)
  await mode.until({ editing: 'browsing' })
  expect(selectStack(mode.manager())).toEqual([draft, position, group])
  expect(mode.told).not.toContain('add.started')
})

test('keeps the selection when nothing is added after all', async () => {
  const mode = open()
  mode.select()
  mode.ref.send({ type: 'add.requested', spot })
  selectAddResource(mode.at())!.send({ type: 'discard.requested' })
  await mode.until({ editing: 'browsing' })
  expect(selectStack(mode.manager())[0]).toBe(live)
})

test('asks before it stops while something new is not saved', async () => {
  const mode = open()
  stage(mode)
  mode.ref.send({ type: 'edit.left' })
  mode.done(mode.asking.adding, false)
  await waitFor(selectAddResource(mode.at())!, (snapshot) => snapshot.matches('staged'))
  expect(isEditing(mode.at())).toBe(true)
  mode.ref.send({ type: 'edit.left' })
  mode.done(mode.asking.adding, true)
  await mode.until('viewing')
})

test('a discarded addition does not end the editing by itself, even if that was wished before', async () => {
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

test('gives up what is being added when the page is left and that was confirmed there', async () => {
  const mode = open()
  stage(mode)
  mode.ref.send({ type: 'add.discarded' })
  await mode.until({ editing: 'browsing' })
  expect(mode.told.at(-1)).toBe('add.ended')
  expect(mode.asking.adding.heard).toEqual([])
})

test('asks again when they still want to stop after a save has failed', async () => {
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
