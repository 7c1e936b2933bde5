/** Shows one item of the admin area as a form, or adds one; saves what is entered into it, and deletes it. */
import { type ActorRefFrom, type SnapshotFrom, assign, not, sendTo, setup } from 'xstate'
import {
  type ItemConflict,
  editsAfterSaving,
  editsWithChosen,
  editsWithMerged,
  editsWithTheirs,
  openConflicts,
} from '#content/admin/item-conflicts.ts'
import {
  type ItemDraft,
  type ItemErrors,
  type ItemForm,
  changesIn,
  errorsIn,
  errorsOf,
  hasChanges,
  isSubmittable,
  stillUnsaved,
  withoutValue,
} from '#content/admin/item-form.ts'
import type { ItemValue } from '#content/admin/item-values.ts'
import {
  type OutsideMessage,
  addMessage,
  isAbout,
  isOutdated,
} from '#content/admin/item-version.ts'
import { listAt, listPath } from '#content/admin/resource-lists.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import type { HubMessage } from '#content/page/update-queue.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'
import { type ItemDeletionOutcome, itemDeletionMachine } from './item-deletion.ts'
import { type ItemRenamingEvent, itemRenamingMachine } from './item-renaming.ts'
import { type ItemSaveOutcome, itemSaveMachine } from './item-save.ts'
import { type LeaveGuardEvent, leaveGuardMachine } from './leave-guard.ts'
import { type OutsideChangeOutcome, outsideChangeMachine } from './outside-change.ts'
import type { ResourceItemEvent } from './resource-item-events.ts'
import {
  renewOr,
  renewSession,
  renewalGuards,
  renewalGuardDescriptions,
} from '../session/renew-session.ts'

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
  /** True if the item is closed once they are saved. */
  closes: boolean
  /** The messages about single values. */
  errors: ItemErrors
  /** True once something was saved, until something else is entered. */
  isSaved: boolean
  /** The latest messages of the hub about the item and its components. */
  messages: readonly OutsideMessage[]
  /** The values that somebody else has changed, too, unless it was decided about them. */
  conflicts: readonly ItemConflict[]
  /** The labels of the values that show what somebody else has saved meanwhile. */
  followed: readonly string[]
  failure: Failure | null
}

interface Changed {
  name: string
  value: ItemValue
  label?: string
}
interface Outside {
  output: OutsideChangeOutcome
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

/** Leaves out what was entered and is the same as what is stored again, which somebody else may change meanwhile. */
const draftToSend = (form: ItemForm, entered: ItemDraft) => {
  const draft = form.version ? changesIn(form, entered) : entered
  return { draft, sent: draft }
}
const isGone = (failure: Failure | null) => failure?.kind === 'notFound'
const readInput = ({ context: { path } }: { context: Context }) => ({ path })
const setFailure = withEvent('setFailure')
const applySave = withEvent('applySave')
const setSent = withEvent('setSent')

export const resourceItemMachine = setup({
  types: {} as {
    input: ItemInput
    context: Context
    events: ResourceItemEvent
    tags: 'busy'
    children: {
      leaveGuard: 'leaveGuard'
      itemDeletion: 'itemDeletion'
      itemRenaming: 'itemRenaming'
    }
  },
  actors: {
    readItem: promiseEffect<ItemForm, ItemInput>(),
    itemSave: itemSaveMachine,
    itemDeletion: itemDeletionMachine,
    itemRenaming: itemRenamingMachine,
    leaveGuard: leaveGuardMachine,
    outsideChange: outsideChangeMachine,
    listener,
    /** Asks for a session in place of the one that has ended. Waits until somebody has answered. */
    renewSession: promiseEffect<RenewalOutcome, { isBackground: boolean }>(),
  },
  actions: {
    setForm: assign((_, { output }: { output: ItemForm }) => ({ form: output, failure: null })),
    setDraft: assign(({ context }, { name, value, label }: Changed) => ({
      draft: { ...context.draft, [name]: value },
      ...(label !== undefined && { labels: { ...context.labels, [String(value)]: label } }),
      isSaved: false,
      errors: withoutValue(context.errors, name),
    })),
    clearDraft: assign({ draft: {}, errors: {}, conflicts: [], failure: null }),
    /** Sends one value; what else is entered stays unsaved. */
    setSentValue: assign(({ context }, { name }: { name: string }) => ({
      sent: { [name]: context.draft[name]! },
      closes: false,
      failure: null,
    })),
    setValueError: assign(({ context: { form, draft, errors } }, { name }: { name: string }) => {
      const { [name]: error } = errorsIn(form!, draft)
      return error === undefined ? {} : { errors: { ...errors, [name]: error } }
    }),
    setSent: assign(({ context: { form, draft } }, { closes = false }: { closes?: boolean }) => ({
      ...draftToSend(form!, draft),
      closes,
      errors: {},
      conflicts: [],
      followed: [],
      failure: null,
    })),
    setErrors: assign(({ context }) => ({ errors: errorsIn(context.form!, context.draft) })),
    applySave: assign(
      ({ context }, { output: { form, draft: left, isSaved, failure } }: Saved) => ({
        ...editsAfterSaving(
          { ...context, form: context.form! },
          { form, sent: context.sent, left },
        ),
        isSaved,
        failure,
        errors: errorsOf(failure?.violations ?? []),
      }),
    ),
    addMessage: assign(({ context }, { data }: HubMessage) => ({
      messages: addMessage(context.messages, data),
    })),
    applyTheirs: assign(({ context }, { output }: Outside) => {
      const edits = editsWithTheirs({ ...context, form: context.form! }, output.theirs!)
      const followed = edits.followed.length > 0 ? edits.followed : context.followed
      return { ...edits, followed, messages: [] }
    }),
    resolveConflict: assign(({ context }, decision: { name: string; keep: 'mine' | 'theirs' }) =>
      editsWithChosen(context, decision),
    ),
    mergeConflict: assign(({ context }, decision: { name: string; value: string }) =>
      editsWithMerged(context, decision),
    ),
    setDeletionFailure: assign((_, { output }: Deleted) => ({ failure: output.failure })),
    setFailure: assign((_, { error }: Failed) => ({ failure: Failure.from(error) })),
    clearFailure: assign({ failure: null }),
    guardLeaving: sendTo('leaveGuard', { type: 'changes.made' } satisfies LeaveGuardEvent),
    releaseGuard: sendTo('leaveGuard', { type: 'changes.settled' } satisfies LeaveGuardEvent),
    endRenaming: sendTo('itemRenaming', { type: 'rename.ended' } satisfies ItemRenamingEvent),
    /** Goes to the screen of the item that was added, in place of that which adds one. */
    openItem: actionEffect<{ path: string; iri: Iri }>(),
    /** Goes to the list, in place of the screen of an item that is gone. */
    openList: actionEffect<ItemInput>(),
    /** Closes the item, on which nothing is unsaved: its screen leads back to the list. */
    closeItem: actionEffect<ItemInput>(),
  },
  guards: {
    ...renewalGuards,
    isNew: ({ context }) => context.form!.version === null,
    isAdded: ({ context }, { output }: Saved) => context.form!.version === null && output.isSaved,
    hasChanges: ({ context }) => hasChanges(context.form!, context.draft),
    hasConflicts: ({ context: { form, draft, conflicts } }) =>
      openConflicts(form!, draft, conflicts).length > 0,
    /** False while something is left to be saved, because it was entered meanwhile or others have changed it, too. */
    isToBeClosed: (
      { context: { closes, draft, sent } },
      { output: { form, draft: left, isSaved } }: Saved,
    ) => closes && isSaved && !hasChanges(form, stillUnsaved(draft, { sent, left })),
    isConflict: ({ context }, { name }: { name: string }) =>
      context.conflicts.some(({ field }) => field.name === name),
    isAboutItem: ({ context: { form } }, { data }: HubMessage) =>
      Boolean(form?.version && isAbout(form.version, data)),
    isDeletedElsewhere: (_, { output }: Outside) => output.theirs === null,
    isSubmittable: ({ context: { form, draft, conflicts } }, { name }: { name: string }) =>
      isSubmittable(form!, draft, name) &&
      !openConflicts(form!, draft, conflicts).some(({ field }) => field.name === name),
    hasErrors: ({ context }) => Object.keys(errorsIn(context.form!, context.draft)).length > 0,
    isDeleted: (_, { output }: Deleted) => output.isDeleted,
    isGone: (_, { error }: Failed) => isGone(Failure.from(error)),
    /** True for an item that somebody else has deleted meanwhile; a new one is refused for another reason. */
    isFoundGone: ({ context }, { output }: Saved | Deleted) =>
      context.form!.version !== null && isGone(output.failure),
  },
}).createMachine({
  id: 'resourceItem',
  meta: {
    guards: {
      ...renewalGuardDescriptions,
      isNew: 'The item is not on the server yet.',
      isToBeClosed: 'It was saved by a button that closes it, and nothing was typed meanwhile.',
      isAdded: 'The new item was saved.',
      hasChanges: 'Something that was entered is not what the server has.',
      hasConflicts:
        'Somebody else has changed a value that was changed here, too, and the user has not chosen one.',
      isConflict: 'Both have changed this value.',
      isAboutItem: 'The message is about this item, or a part of it.',
      isDeletedElsewhere: 'Somebody else has deleted the item.',
      isSubmittable: 'The value of a stored item differs from the stored one, and is valid.',
      hasErrors: 'A value is missing, or is not valid.',
      isDeleted: 'The item was deleted.',
      isGone: 'The server does not have the item.',
      isFoundGone: 'Somebody else has deleted the item meanwhile.',
    },
  },
  context: ({ input }) => ({
    ...input,
    form: null,
    draft: {},
    labels: {},
    sent: {},
    closes: false,
    errors: {},
    isSaved: false,
    messages: [],
    conflicts: [],
    followed: [],
    failure: null,
  }),
  invoke: [
    { id: 'leaveGuard', src: 'leaveGuard' },
    { id: 'itemRenaming', src: 'itemRenaming' },
    listenTo<ResourceItemEvent>({ hubConnection: ['message.received'] }),
  ],
  initial: 'reading',
  on: {
    'message.received': { guard: withEvent('isAboutItem'), actions: withEvent('addMessage') },
  },
  states: {
    reading: {
      description: 'The item is being read.',
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
    failed: {
      description: 'The item could not be read, and can be tried again.',
      on: { 'retry.requested': { target: 'reading', actions: 'clearFailure' } },
    },
    /** It is deleted, or was never there. What was entered stays on the screen. */
    missing: {
      description: 'The item is deleted or was never there; what was entered stays on the screen.',
    },
    editing: {
      description: 'The fields of the item can be changed.',
      initial: 'deciding',
      // It is started anew with each message, so that it reads what is stored after the last one.
      invoke: {
        id: 'outsideChange',
        src: 'outsideChange',
        input: ({ context: { path, form, messages } }) => ({
          path,
          isOutdated: isOutdated(form!.version, messages),
        }),
        onDone: [
          { guard: withEvent('isDeletedElsewhere'), target: 'missing' },
          { target: 'editing', reenter: true, actions: withEvent('applyTheirs') },
        ],
      },
      on: {
        'message.received': {
          guard: withEvent('isAboutItem'),
          target: 'editing',
          reenter: true,
          actions: withEvent('addMessage'),
        },
        'conflict.resolved': {
          guard: withEvent('isConflict'),
          target: '.deciding',
          actions: withEvent('resolveConflict'),
        },
        'conflict.merged': {
          guard: withEvent('isConflict'),
          target: '.deciding',
          actions: withEvent('mergeConflict'),
        },
        'value.changed': { target: '.deciding', actions: withEvent('setDraft') },
        'value.submitted': [
          {
            guard: withEvent('isSubmittable'),
            target: 'saving',
            actions: withEvent('setSentValue'),
          },
          { actions: withEvent('setValueError') },
        ],
        'deletion.requested': { guard: not('isNew'), target: 'deleting', actions: 'clearFailure' },
      },
      states: {
        deciding: {
          description: 'Looks whether anything differs from what the server has.',
          always: [{ guard: 'hasChanges', target: 'changed' }, { target: 'unchanged' }],
        },
        unchanged: {
          description: 'Nothing is entered that is not saved.',
          entry: 'releaseGuard',
          on: {
            'save.requested': [
              { guard: 'hasErrors', actions: 'setErrors' },
              // The values with which a new item begins may be enough: a copy has a name.
              { guard: 'isNew', target: '#resourceItem.saving', actions: setSent },
            ],
          },
        },
        changed: {
          description: 'Something is entered that is not saved.',
          entry: 'guardLeaving',
          on: {
            'save.requested': [
              { guard: 'hasErrors', actions: 'setErrors' },
              {
                guard: not('hasConflicts'),
                target: '#resourceItem.saving',
                actions: setSent,
              },
            ],
            'discard.requested': '#resourceItem.confirmingDiscard',
          },
        },
      },
    },
    confirmingDiscard: {
      description: 'The user is asked whether what was entered may be lost.',
      on: {
        'discard.confirmed': { target: 'editing', actions: ['clearDraft', 'endRenaming'] },
        'discard.canceled': 'editing',
      },
    },
    saving: {
      description: 'The values are on their way to the server.',
      // A name that is not saved then is still shown to be changed.
      entry: 'endRenaming',
      on: { 'value.changed': { actions: withEvent('setDraft') } },
      invoke: {
        id: 'itemSave',
        src: 'itemSave',
        input: ({ context: { path, form, sent } }) => ({ path, form: form!, draft: sent }),
        onDone: [
          { guard: withEvent('isToBeClosed'), target: 'closed', actions: applySave },
          { guard: withEvent('isAdded'), target: 'added', actions: applySave },
          { guard: withEvent('isFoundGone'), target: 'missing', actions: applySave },
          { target: 'editing', actions: applySave },
        ],
      },
    },
    closed: {
      description: 'It is saved, and its screen or dialog closes.',
      entry: { type: 'closeItem', params: readInput },
    },
    added: {
      description: 'The new item is saved, and its screen is being opened.',
      entry: {
        type: 'openItem',
        params: ({ context: { path, form } }) => ({ path, iri: form!.version!.resource['@id'] }),
      },
    },
    deleting: {
      description: 'The user is asked whether to delete the item, and then it is deleted.',
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
    deleted: {
      description: 'The item is gone, and its list is being opened.',
      entry: { type: 'openList', params: readInput },
    },
    /** The session has ended. */
    renewing: {
      description: 'The session has ended, and the user is asked to sign in again.',
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
/** True while it is being saved and is to be closed then. */
export const isClosing = (snapshot: Snapshot) => isSaving(snapshot) && snapshot.context.closes
export const isChanged = (snapshot: Snapshot) =>
  snapshot.matches({ editing: 'changed' }) || isConfirmingDiscard(snapshot)
export const isConfirmingDiscard = (snapshot: Snapshot) => snapshot.matches('confirmingDiscard')
export const isDeleting = (snapshot: Snapshot) => snapshot.matches('deleting')
export const isSaved = ({ context }: Snapshot) => context.isSaved
export const selectForm = (snapshot: Snapshot) => snapshot.context.form
export const selectDraft = (snapshot: Snapshot) => snapshot.context.draft
export const selectLabels = (snapshot: Snapshot) => snapshot.context.labels
export const selectPath = (snapshot: Snapshot) => snapshot.context.path
export const selectErrors = (snapshot: Snapshot) => snapshot.context.errors
export const selectFollowed = (snapshot: Snapshot) => snapshot.context.followed
/** Returns the values that both have changed; none while nothing can be decided. */
export const selectConflicts = (snapshot: Snapshot): readonly ItemConflict[] => {
  const { form, draft, conflicts } = snapshot.context
  const isOpen = snapshot.matches('editing') || isConfirmingDiscard(snapshot)
  return form && isOpen ? openConflicts(form, draft, conflicts) : noConflicts
}
const noConflicts: readonly ItemConflict[] = []
export const hasConflicts = (snapshot: Snapshot) => selectConflicts(snapshot).length > 0
export const selectLeaveGuardRef = ({ children }: Snapshot) => children.leaveGuard
export const selectItemRenamingRef = ({ children }: Snapshot) => children.itemRenaming
/** False while the value of one field cannot be saved by itself. */
export const canSubmit = (snapshot: Snapshot) => snapshot.can({ type: 'value.submitted', name: '' })
export const selectItemDeletionRef = ({ children }: Snapshot) => children.itemDeletion
/** Returns why the last request failed; null while another one runs. */
export const selectFailure = (snapshot: Snapshot) =>
  snapshot.hasTag('busy') ? null : snapshot.context.failure
