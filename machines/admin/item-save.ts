/**
 * Saves what is entered into the form of an item. Where somebody else was first, it is compared with theirs, and the user
 * decides about the values that both have changed.
 */
import { type ActorRefFrom, type SnapshotFrom, assign, not, setup } from 'xstate'
import {
  type ItemConflict,
  type ItemDraft,
  type ItemForm,
  conflictsOf,
  hasChanges,
} from '#content/admin/item-form.ts'
import type { ItemVersion } from '#content/admin/item-version.ts'
import { Failure } from '#content/model/failure.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'
import { renewOr, renewSession, renewalGuards } from '../session/renew-session.ts'

export interface ItemSaveInput {
  /** The path of the screen. */
  path: string
  form: ItemForm
  draft: ItemDraft
}

/** The result: what is stored by now, what of the draft is still to be saved, and why. */
export interface ItemSaveOutcome {
  form: ItemForm
  draft: ItemDraft
  isSaved: boolean
  failure: Failure | null
}

type ItemSaveEvent =
  /** Decides about one value that somebody else has changed, too. */
  | { type: 'conflict.resolved'; name: string; keep: 'mine' | 'theirs' }
  | { type: 'changes.discarded' }

interface Context extends ItemSaveInput {
  conflicts: readonly ItemConflict[]
  isSaved: boolean
  failure: Failure | null
}

const setFailure = withEvent('setFailure')

export const itemSaveMachine = setup({
  types: {} as {
    input: ItemSaveInput
    output: ItemSaveOutcome
    context: Context
    events: ItemSaveEvent
  },
  actors: {
    /** Sends what differs from the version that was read: of a new item all that is entered. */
    sendItem: promiseEffect<ItemVersion, ItemSaveInput>(),
    /** Reads the version of somebody else. */
    readTheirs: promiseEffect<ItemForm, { path: string }>(),
    /** Asks for a session in place of the one that has ended. Waits until somebody has answered. */
    renewSession: promiseEffect<RenewalOutcome, { isBackground: boolean }>(),
  },
  actions: {
    setSaved: assign(({ context }, { output }: { output: ItemVersion }) => ({
      form: { ...context.form, version: output },
      draft: {},
      isSaved: true,
      failure: null,
    })),
    setTheirs: assign(({ context }, { output }: { output: ItemForm }) => ({
      form: output,
      conflicts: conflictsOf(context.form, context.draft, output),
      failure: null,
    })),
    resolveConflict: assign(
      ({ context }, { name, keep }: { name: string; keep: 'mine' | 'theirs' }) => {
        const { [name]: _, ...others } = context.draft
        return {
          conflicts: context.conflicts.filter(({ field }) => field.name !== name),
          ...(keep === 'theirs' && { draft: others }),
        }
      },
    ),
    clearDraft: assign({ draft: {}, conflicts: [] }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
  },
  guards: {
    ...renewalGuards,
    hasConflicts: ({ context }) => context.conflicts.length > 0,
    hasChanges: ({ context }) => hasChanges(context.form, context.draft),
    isOutdated: (_, { error }: { error: unknown }) => Failure.from(error).kind === 'conflict',
  },
}).createMachine({
  id: 'itemSave',
  context: ({ input }) => ({ ...input, conflicts: [], isSaved: false, failure: null }),
  initial: 'sending',
  output: ({ context: { form, draft, isSaved, failure } }) => ({ form, draft, isSaved, failure }),
  states: {
    sending: {
      invoke: {
        id: 'sendItem',
        src: 'sendItem',
        input: ({ context: { path, form, draft } }) => ({ path, form, draft }),
        onDone: { target: 'ended', actions: withEvent('setSaved') },
        onError: [{ guard: withEvent('isOutdated'), target: 'comparing' }, ...renewOr('ended')],
      },
    },
    comparing: {
      invoke: {
        id: 'readTheirs',
        src: 'readTheirs',
        input: ({ context: { path } }) => ({ path }),
        onDone: { target: 'conflicting', actions: withEvent('setTheirs') },
        onError: { target: 'ended', actions: setFailure },
      },
    },
    conflicting: {
      always: { guard: not('hasConflicts'), target: 'resolved' },
      on: {
        'conflict.resolved': { actions: withEvent('resolveConflict') },
        'changes.discarded': { target: 'ended', actions: 'clearDraft' },
      },
    },
    /** Both have changed other values, or it is decided about those that both have changed. */
    resolved: { always: [{ guard: 'hasChanges', target: 'sending' }, { target: 'ended' }] },
    /** The session has ended. */
    renewing: {
      invoke: renewSession('sending', 'ended'),
    },
    ended: { type: 'final' },
  },
})

export type ItemSaveRef = ActorRefFrom<typeof itemSaveMachine>
type Snapshot = SnapshotFrom<typeof itemSaveMachine>
export const selectConflicts = (snapshot: Snapshot) => snapshot.context.conflicts
export const selectTheirForm = (snapshot: Snapshot) => snapshot.context.form
