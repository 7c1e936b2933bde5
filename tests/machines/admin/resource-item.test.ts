import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import type { ItemForm } from '#content/admin/item-form.ts'
import type { ItemVersion } from '#content/admin/item-version.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { ItemDeletionOutcome } from '#machines/admin/item-deletion.ts'
import {
  type ItemSaveInput,
  type ItemSaveOutcome,
  itemSaveMachine,
} from '#machines/admin/item-save.ts'
import { leaveGuardMachine } from '#machines/admin/leave-guard.ts'
import type { OutsideChangeOutcome } from '#machines/admin/outside-change.ts'
import { resourceItemMachine } from '#machines/admin/resource-item.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const fields: ItemForm['fields'] = [
  { name: 'reference', label: 'Name', format: 'text', required: 'Enter a name.' },
  { name: 'title', label: 'Title', format: 'text' },
]
/** The fields of a copy, which has a name from the start. */
const filledFields = fields.map((field) => ({ ...field, initial: 'Copy of home' }))
const version = (etag: string, properties: object) => ({
  resource: {
    '@id': '/_/pages/1',
    '@type': 'Page',
    ...properties,
    _metadata: { persisted: true },
  },
  etag,
})
const stored = version('"1"', { reference: 'home', title: 'Home' })
const form: ItemForm = { fields, version: stored }

/** Somebody else has changed the name. */
const theirs: ItemForm = { fields, version: version('"3"', { reference: 'theirs', title: 'Home' }) }
const saved: ItemForm = { fields, version: version('"2"', { reference: 'mine' }) }
const refused = failureFromStatus(422, {
  violations: [{ propertyPath: 'reference', message: 'This reference is already in use.' }],
})
const saveEnded = (output: ItemSaveOutcome) => ({
  type: 'xstate.done.actor.itemSave' as const,
  output,
})
const outsideChangeEnded = (output: OutsideChangeOutcome) => ({
  type: 'xstate.done.actor.outsideChange' as const,
  output,
})
const deletionEnded = (output: ItemDeletionOutcome) => ({
  type: 'xstate.done.actor.itemDeletion' as const,
  output,
})

const input = { path: '/_cwa/pages/%2F_%2Fpages%2F1' }
const renamed: ItemForm = { fields, version: version('"2"', { reference: 'mine', title: 'Home' }) }
/** Effects that the test answers by their events. */
const stopped = {
  actors: {
    readItem: fromPromise<ItemForm, { path: string }>(() => new Promise(() => {})),
    itemSave: itemSaveMachine.provide({
      actors: { sendItem: fromPromise<ItemVersion, ItemSaveInput>(() => new Promise(() => {})) },
    }),
    leaveGuard: leaveGuardMachine.provide({ actors: { guardLeaving: fromCallback(() => {}) } }),
    listener: fromCallback(() => {}) as never,
  },
}

const paths = pathsOf(resourceItemMachine, {
  input,
  events: [
    { type: 'retry.requested' },
    { type: 'value.changed', name: 'reference', value: 'mine' },
    { type: 'value.changed', name: 'reference', value: '' },
    { type: 'save.requested' },
    { type: 'save.requested', closes: true },
    { type: 'value.submitted', name: 'reference' },
    { type: 'discard.requested' },
    { type: 'discard.confirmed' },
    { type: 'discard.canceled' },
    { type: 'deletion.requested' },
    { type: 'conflict.resolved', name: 'reference', keep: 'mine' },
    { type: 'conflict.resolved', name: 'reference', keep: 'theirs' },
    { type: 'conflict.merged', name: 'reference', value: 'theirs mine' },
    { type: 'message.received', id: '1', data: { '@id': '/_/pages/1', reference: 'theirs' } },
    { type: 'message.received', id: '2', data: { '@id': '/_/pages/2' } },
    { type: 'xstate.done.actor.readItem', output: form },
    { type: 'xstate.done.actor.readItem', output: { fields, version: null } },
    { type: 'xstate.done.actor.readItem', output: { fields: filledFields, version: null } },
    { type: 'xstate.error.actor.readItem', error: new Failure('offline') },
    { type: 'xstate.error.actor.readItem', error: new Failure('notFound') },
    { type: 'xstate.error.actor.readItem', error: failureFromStatus(401) },
    saveEnded({ form: saved, draft: {}, isSaved: true, failure: null }),
    saveEnded({ form, draft: { reference: 'mine' }, isSaved: false, failure: refused }),
    saveEnded({ form, draft: {}, isSaved: false, failure: new Failure('notFound') }),
    outsideChangeEnded({ theirs }),
    outsideChangeEnded({ theirs: null }),
    deletionEnded({ isDeleted: true, failure: null }),
    deletionEnded({ isDeleted: false, failure: null }),
    deletionEnded({ isDeleted: false, failure: new Failure('notFound') }),
    { type: 'xstate.done.actor.renewSession', output: 'renewed' },
    { type: 'xstate.done.actor.renewSession', output: 'declined' },
    { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
  ],
  distinguishBy: ({ form: read, draft, closes, errors, failure, conflicts, messages }) => [
    read?.version?.etag ?? read,
    draft,
    closes,
    errors,
    failure?.kind,
    conflicts.length,
    messages.length,
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "resourceItem | message.received [isAboutItem] {messages}",
      "reading | readItem done → editing.unchanged {failure, form} (sends changes.settled to leaveGuard)",
      "reading | readItem failed → failed {failure}",
      "reading | readItem failed [isGone] → missing {failure}",
      "reading | readItem failed [canRenew] → renewing {failure}",
      "failed | retry.requested → reading {failure}",
      "editing | value.changed [hasChanges] → editing.changed {draft, errors, isSaved} (sends changes.made to leaveGuard)",
      "editing | value.submitted {errors}",
      "editing | deletion.requested [not isNew] → deleting {failure}",
      "editing | message.received [isAboutItem] → editing.unchanged {messages} (sends changes.settled to leaveGuard)",
      "editing | outsideChange done → editing.unchanged {draft, followed, form, messages} (sends changes.settled to leaveGuard)",
      "editing | outsideChange done [isDeletedElsewhere] → missing",
      "editing | value.changed → editing.unchanged {draft, errors, isSaved} (sends changes.settled to leaveGuard)",
      "editing | value.submitted [isSubmittable] → saving {closes, failure, sent} (sends rename.ended to itemRenaming)",
      "editing | message.received [isAboutItem, hasChanges] → editing.changed {messages} (sends changes.made to leaveGuard)",
      "editing | outsideChange done [hasChanges] → editing.changed {conflicts, followed, form, messages} (sends changes.made to leaveGuard)",
      "editing | conflict.resolved [isConflict, hasChanges] → editing.changed {conflicts} (sends changes.made to leaveGuard)",
      "editing | conflict.resolved [isConflict] → editing.unchanged {conflicts, draft} (sends changes.settled to leaveGuard)",
      "editing | conflict.merged [isConflict, hasChanges] → editing.changed {conflicts, draft} (sends changes.made to leaveGuard)",
      "editing.unchanged | save.requested [hasErrors] {errors}",
      "editing.unchanged | save.requested [isNew] → saving {closes} (sends rename.ended to itemRenaming)",
      "editing.changed | save.requested [not hasConflicts] → saving {closes, errors, failure, followed, sent} (sends rename.ended to itemRenaming)",
      "editing.changed | discard.requested → confirmingDiscard",
      "editing.changed | save.requested [hasErrors] {errors}",
      "confirmingDiscard | discard.confirmed → editing.unchanged {conflicts, draft, errors, failure} (sends rename.ended to itemRenaming, sends changes.settled to leaveGuard)",
      "confirmingDiscard | discard.canceled [hasChanges] → editing.changed (sends changes.made to leaveGuard)",
      "saving | value.changed {draft, errors}",
      "saving | itemSave done [isAdded] → added {draft, form, isSaved} (openItem)",
      "saving | itemSave done → editing.unchanged {draft, errors, failure, form, isSaved} (sends changes.settled to leaveGuard)",
      "saving | itemSave done [isToBeClosed] → closed {draft, form, isSaved} (closeItem)",
      "saving | itemSave done [hasChanges] → editing.changed {conflicts, errors, failure, form, isSaved} (sends changes.made to leaveGuard)",
      "saving | itemSave done [isFoundGone] → missing {conflicts, draft, errors, failure, form}",
      "deleting | itemDeletion done [isDeleted] → deleted (openList)",
      "deleting | itemDeletion done → editing.unchanged (sends changes.settled to leaveGuard)",
      "deleting | itemDeletion done [isFoundGone] → missing {failure}",
      "deleting | itemDeletion done [hasChanges] → editing.changed (sends changes.made to leaveGuard)",
      "renewing | renewSession done [isRenewed] → reading",
      "renewing | renewSession done → failed",
      "renewing | renewSession failed → failed",
    ]
  `)
})

test('saves a value that is submitted, and nothing else that is entered', () => {
  const itemRef = createActor(resourceItemMachine.provide(stopped), { input }).start()
  itemRef.send({ type: 'xstate.done.actor.readItem', output: form } as never)
  itemRef.send({ type: 'value.changed', name: 'title', value: 'Later' })
  itemRef.send({ type: 'value.changed', name: 'reference', value: 'mine' })
  itemRef.send({ type: 'value.submitted', name: 'reference' })
  expect(itemRef.getSnapshot().context.sent).toEqual({ reference: 'mine' })
  itemRef.send(saveEnded({ form: renamed, draft: {}, isSaved: true, failure: null }) as never)
  expect(itemRef.getSnapshot().value).toEqual({ editing: 'changed' })
  expect(itemRef.getSnapshot().context.draft).toEqual({ title: 'Later' })
})

test('does not send a value that was changed back, which somebody else may change', () => {
  const itemRef = createActor(resourceItemMachine.provide(stopped), { input }).start()
  itemRef.send({ type: 'xstate.done.actor.readItem', output: form } as never)
  itemRef.send({ type: 'value.changed', name: 'reference', value: 'mine' })
  itemRef.send({ type: 'value.changed', name: 'reference', value: 'home' })
  itemRef.send({ type: 'value.changed', name: 'title', value: 'Later' })
  itemRef.send({ type: 'save.requested' })
  expect(itemRef.getSnapshot().context.sent).toEqual({ title: 'Later' })
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(resourceItemMachine, paths)).toEqual([])
  expect(untakenTransitions(resourceItemMachine, paths)).toEqual([])
})
