/** Shows one item of the admin area as a form, or adds one; saves what is entered into it, and deletes it. */
import { type ActorRefFrom, type SnapshotFrom, assign, not, sendTo, setup } from 'xstate'
import {
  type ItemDraft,
  type ItemErrors,
  type ItemForm,
  errorsIn,
  errorsOf,
  hasChanges,
  stillUnsaved,
} from '#content/admin/item-form.ts'
import type { ItemValue } from '#content/admin/item-values.ts'
import { listAt, listPath } from '#content/admin/resource-lists.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'
import { type ItemDeletionOutcome, itemDeletionMachine } from './item-deletion.ts'
import { type ItemSaveOutcome, itemSaveMachine } from './item-save.ts'
import { type LeaveGuardEvent, leaveGuardMachine } from './leave-guard.ts'
import type { ResourceItemEvent } from './resource-item-events.ts'
import { renewOr, renewSession, renewalGuards } from '../session/renew-session.ts'

interface ItemInput {
  /** The path of the screen. */
  path: string
}

interface Context extends ItemInput {
  /** Null until it is read. */
  form: ItemForm | null
  /** The entered values that are not saved yet. */
  draft: ItemDraft
  /** The words for values that were searched, by these. */
  labels: Readonly<Record<string, string>>
  /** The values that are being saved. */
  sent: ItemDraft
  /** The messages about single values. */
  errors: ItemErrors
  /** True once something was saved, until something else is entered. */
  isSaved: boolean
  failure: Failure | null
}

interface Changed {
  name: string
  value: ItemValue
  label?: string
}
interface Saved {
  output: ItemSaveOutcome
}
interface Deleted {
  output: ItemDeletionOutcome
}
interface Failed {
  error: unknown
}

const isGone = (failure: Failure | null) => failure?.kind === 'notFound'
const readInput = ({ context: { path } }: { context: Context }) => ({ path })
const setFailure = withEvent('setFailure')
const applySave = withEvent('applySave')

export const resourceItemMachine = setup({
  types: {} as {
    input: ItemInput
    context: Context
    events: ResourceItemEvent
    tags: 'busy'
    children: { leaveGuard: 'leaveGuard'; itemSave: 'itemSave'; itemDeletion: 'itemDeletion' }
  },
  actors: {
    readItem: promiseEffect<ItemForm, ItemInput>(),
    itemSave: itemSaveMachine,
    itemDeletion: itemDeletionMachine,
    leaveGuard: leaveGuardMachine,
    /** Asks for a session in place of the one that has ended. Waits until somebody has answered. */
    renewSession: promiseEffect<RenewalOutcome, { isBackground: boolean }>(),
  },
  actions: {
    setForm: assign((_, { output }: { output: ItemForm }) => ({ form: output, failure: null })),
    setDraft: assign(({ context }, { name, value, label }: Changed) => ({
      draft: { ...context.draft, [name]: value },
      ...(label !== undefined && { labels: { ...context.labels, [String(value)]: label } }),
      isSaved: false,
      errors: Object.fromEntries(Object.entries(context.errors).filter(([key]) => key !== name)),
    })),
    clearDraft: assign({ draft: {}, errors: {}, failure: null }),
    setSent: assign(({ context }) => ({ sent: context.draft, errors: {}, failure: null })),
    setErrors: assign(({ context }) => ({ errors: errorsIn(context.form!, context.draft) })),
    applySave: assign(({ context }, { output: { form, draft, isSaved, failure } }: Saved) => ({
      form,
      draft: stillUnsaved(context.draft, { sent: context.sent, left: draft }),
      isSaved,
      failure,
      errors: errorsOf(failure?.violations ?? []),
    })),
    setDeletionFailure: assign((_, { output }: Deleted) => ({ failure: output.failure })),
    setFailure: assign((_, { error }: Failed) => ({ failure: Failure.from(error) })),
    clearFailure: assign({ failure: null }),
    guardLeaving: sendTo('leaveGuard', { type: 'changes.made' } satisfies LeaveGuardEvent),
    releaseGuard: sendTo('leaveGuard', { type: 'changes.settled' } satisfies LeaveGuardEvent),
    /** Goes to the screen of the item that was added, in place of that which adds one. */
    openItem: actionEffect<{ path: string; iri: Iri }>(),
    /** Goes to the list, in place of the screen of an item that is gone. */
    openList: actionEffect<ItemInput>(),
  },
  guards: {
    ...renewalGuards,
    isNew: ({ context }) => context.form!.version === null,
    isAdded: ({ context }, { output }: Saved) => context.form!.version === null && output.isSaved,
    hasChanges: ({ context }) => hasChanges(context.form!, context.draft),
    hasErrors: ({ context }) => Object.keys(errorsIn(context.form!, context.draft)).length > 0,
    isDeleted: (_, { output }: Deleted) => output.isDeleted,
    isGone: (_, { error }: Failed) => isGone(Failure.from(error)),
    /** True for an item that somebody else has deleted meanwhile; a new one is refused for another reason. */
    isFoundGone: ({ context }, { output }: Saved | Deleted) =>
      context.form!.version !== null && isGone(output.failure),
  },
}).createMachine({
  id: 'resourceItem',
  context: ({ input }) => ({
    ...input,
    form: null,
    draft: {},
    labels: {},
    sent: {},
    errors: {},
    isSaved: false,
    failure: null,
  }),
  invoke: { id: 'leaveGuard', src: 'leaveGuard' },
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readItem',
        src: 'readItem',
        input: readInput,
        onDone: { target: 'editing', actions: withEvent('setForm') },
        onError: [
          { guard: withEvent('isGone'), target: 'missing', actions: setFailure },
          ...renewOr('failed'),
        ],
      },
    },
    failed: { on: { 'retry.requested': { target: 'reading', actions: 'clearFailure' } } },
    /** It is deleted, or was never there. What was entered stays on the screen. */
    missing: {},
    editing: {
      initial: 'deciding',
      on: {
        'value.changed': { target: '.deciding', actions: withEvent('setDraft') },
        'deletion.requested': { guard: not('isNew'), target: 'deleting', actions: 'clearFailure' },
      },
      states: {
        deciding: {
          always: [{ guard: 'hasChanges', target: 'changed' }, { target: 'unchanged' }],
        },
        unchanged: {
          entry: 'releaseGuard',
          on: {
            'save.requested': [
              { guard: 'hasErrors', actions: 'setErrors' },
              // The values with which a new item begins may be enough: a copy has a name.
              { guard: 'isNew', target: '#resourceItem.saving' },
            ],
          },
        },
        changed: {
          entry: 'guardLeaving',
          on: {
            'save.requested': [
              { guard: 'hasErrors', actions: 'setErrors' },
              { target: '#resourceItem.saving' },
            ],
            'changes.discarded': { target: 'unchanged', actions: 'clearDraft' },
          },
        },
      },
    },
    saving: {
      entry: 'setSent',
      on: { 'value.changed': { actions: withEvent('setDraft') } },
      invoke: {
        id: 'itemSave',
        src: 'itemSave',
        input: ({ context: { path, form, draft } }) => ({ path, form: form!, draft }),
        onDone: [
          { guard: withEvent('isAdded'), target: 'added', actions: applySave },
          { guard: withEvent('isFoundGone'), target: 'missing', actions: applySave },
          { target: 'editing', actions: applySave },
        ],
      },
    },
    added: {
      entry: {
        type: 'openItem',
        params: ({ context: { path, form } }) => ({ path, iri: form!.version!.resource['@id'] }),
      },
    },
    deleting: {
      invoke: {
        id: 'itemDeletion',
        src: 'itemDeletion',
        input: ({ context: { path, form } }) => ({
          iri: form!.version!.resource['@id'],
          listPath: listPath(listAt(path)),
        }),
        onDone: [
          { guard: withEvent('isDeleted'), target: 'deleted' },
          {
            guard: withEvent('isFoundGone'),
            target: 'missing',
            actions: withEvent('setDeletionFailure'),
          },
          { target: 'editing', actions: withEvent('setDeletionFailure') },
        ],
      },
    },
    deleted: { entry: { type: 'openList', params: readInput } },
    /** The session has ended. */
    renewing: {
      tags: 'busy',
      invoke: renewSession('reading', 'failed'),
    },
  },
})

export type ResourceItemRef = ActorRefFrom<typeof resourceItemMachine>
type Snapshot = SnapshotFrom<typeof resourceItemMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isFailed = (snapshot: Snapshot) => snapshot.matches('failed')
export const isMissing = (snapshot: Snapshot) => snapshot.matches('missing')
export const isSaving = (snapshot: Snapshot) => snapshot.matches('saving')
export const isChanged = (snapshot: Snapshot) => snapshot.matches({ editing: 'changed' })
export const isDeleting = (snapshot: Snapshot) => snapshot.matches('deleting')
export const isSaved = ({ context }: Snapshot) => context.isSaved
export const selectForm = (snapshot: Snapshot) => snapshot.context.form
export const selectDraft = (snapshot: Snapshot) => snapshot.context.draft
export const selectLabels = (snapshot: Snapshot) => snapshot.context.labels
export const selectPath = (snapshot: Snapshot) => snapshot.context.path
export const selectErrors = (snapshot: Snapshot) => snapshot.context.errors
export const selectLeaveGuardRef = ({ children }: Snapshot) => children.leaveGuard
export const selectItemSaveRef = ({ children }: Snapshot) => children.itemSave
export const selectItemDeletionRef = ({ children }: Snapshot) => children.itemDeletion
/** Returns why the last request failed; null while another one runs. */
export const selectFailure = (snapshot: Snapshot) =>
  snapshot.hasTag('busy') ? null : snapshot.context.failure
