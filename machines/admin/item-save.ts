/**
 * Saves what is entered into the form of an item. Where somebody else was first, it is compared with theirs: it ends unsaved
 * where both have changed the same value.
 */
import { assign, setup } from 'xstate'
import { conflictsOf } from '#content/admin/item-conflicts.ts'
import { type ItemDraft, type ItemForm, hasChanges } from '#content/admin/item-form.ts'
import type { ItemVersion } from '#content/admin/item-version.ts'
import { Failure } from '#content/model/failure.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'
import {
  renewOr,
  renewSession,
  renewalGuards,
  renewalGuardDescriptions,
} from '../session/renew-session.ts'

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

interface Context extends ItemSaveInput {
  isSaved: boolean
  failure: Failure | null
}

const setFailure = withEvent('setFailure')

export const itemSaveMachine = setup({
  types: {} as {
    input: ItemSaveInput
    output: ItemSaveOutcome
    context: Context
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
    setTheirs: assign((_, { output }: { output: ItemForm }) => ({
      form: output,
      failure: null,
    })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
  },
  guards: {
    ...renewalGuards,
    hasConflicts: ({ context: { form, draft } }, { output }: { output: ItemForm }) =>
      conflictsOf(form, draft, output).length > 0,
    hasChanges: ({ context }) => hasChanges(context.form, context.draft),
    isOutdated: (_, { error }: { error: unknown }) => Failure.from(error).kind === 'conflict',
  },
}).createMachine({
  id: 'itemSave',
  meta: {
    guards: {
      ...renewalGuardDescriptions,
      hasConflicts: 'Both have changed the same value.',
      hasChanges: 'Something that was entered is not what the server has.',
      isOutdated: 'Somebody else has saved the item meanwhile.',
    },
  },
  context: ({ input }) => ({ ...input, isSaved: false, failure: null }),
  initial: 'sending',
  output: ({ context: { form, draft, isSaved, failure } }) => ({ form, draft, isSaved, failure }),
  states: {
    sending: {
      description: 'The values are on their way to the server.',
      invoke: {
        id: 'sendItem',
        src: 'sendItem',
        input: ({ context: { path, form, draft } }) => ({ path, form, draft }),
        onDone: { target: 'ended', actions: withEvent('setSaved') },
        onError: [{ guard: withEvent('isOutdated'), target: 'comparing' }, ...renewOr('ended')],
      },
    },
    comparing: {
      description: 'Somebody else has saved first, and their version is being read.',
      invoke: {
        id: 'readTheirs',
        src: 'readTheirs',
        input: ({ context: { path } }) => ({ path }),
        onDone: [
          // The user decides first.
          { guard: withEvent('hasConflicts'), target: 'ended', actions: withEvent('setTheirs') },
          { target: 'compared', actions: withEvent('setTheirs') },
        ],
        onError: { target: 'ended', actions: setFailure },
      },
    },
    /** Both have changed other values. */
    compared: {
      description: 'Nobody has changed the same value; looks whether anything is left to send.',
      always: [{ guard: 'hasChanges', target: 'sending' }, { target: 'ended' }],
    },
    /** The session has ended. */
    renewing: {
      description: 'The session has ended, and the user is asked to sign in again.',
      invoke: renewSession('sending', 'ended'),
    },
    ended: { description: 'The values are saved, or the item says why not.', type: 'final' },
  },
})
