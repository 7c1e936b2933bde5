/** Saves one property of one resource shortly after each edit. */
import { type ActorRefFrom, type SnapshotFrom, and, assign, setup } from 'xstate'
import { type FieldEdit, restoreIntentOf, saveIntentOf } from '#content/change/field-edit.ts'
import { type FieldValue, isSameValue, remoteValueOf } from '#content/change/field-value.ts'
import type { LostResource } from '#content/change/plan-restoration.ts'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import { promiseEffect } from '../declare-effects.ts'
import { listenTo, listener } from '../actor-listener.ts'

export type FieldEvent =
  | ({ type: 'field.changed' } & FieldValue)
  /** The field has lost focus or the page is about to change, so the value is saved now. */
  | { type: 'flush.requested' }
  | { type: 'retry.requested' }
  /** The server can be reached again, so a failed save is retried. */
  | { type: 'connection.opened' }
  | { type: 'network.restored' }
  /** The same account is signed in again, so what was refused without a session is saved. */
  | { type: 'session.renewed' }
  /** Resolves a conflict by overwriting the value on the server. */
  | { type: 'local.kept' }
  /** Resolves a conflict by accepting the value on the server. */
  | { type: 'remote.accepted' }
  /** Gives up an edit that could not be saved. The stored value stays. */
  | { type: 'edits.discarded' }
  /** Restores what was deleted, with this edit. */
  | { type: 'restore.requested' }
  /** The resource is not on the page any more. */
  | ({ type: 'resource.lost' } & LostResource)
  | { type: 'iri.replaced'; from: Iri; to: Iri }

export interface FieldInput extends Omit<FieldEdit, 'undoGroup' | 'lost'> {
  /** True for a value that is selected, which is saved at once. Typed text waits for a pause. */
  isChoice: boolean
}

interface Context extends FieldInput, FieldEdit {
  /** The value that is being saved. */
  inFlight: unknown
  failure: Failure | null
}

const remoteValue = ({ failure, property }: Context) => remoteValueOf(failure, property)

const eventOf = <Event>({ event }: { event: Event }) => event
const setValue = { type: 'setValue', params: eventOf } as const
const setFailure = { type: 'setFailure', params: eventOf } as const
const setLost = { type: 'setLost', params: eventOf } as const
const retry = { guard: 'isRetryable', target: 'sending' } as const

export const fieldMachine = setup({
  types: {} as {
    input: FieldInput
    context: Context
    events: FieldEvent
    /** `busy`: is being saved or will be. `unsaved`: could not be saved and waits for a decision. */
    tags: 'busy' | 'unsaved'
  },
  actors: { saveChange: promiseEffect<SaveResult, Intent>('saveChange'), listener },
  actions: {
    setValue: assign((_, { value }: FieldValue) => ({ value })),
    startEdit: assign((_, { value, stored }: FieldValue) => ({ value, stored })),
    setInFlight: assign({ inFlight: ({ context }) => context.value }),
    /** The server may have normalized the value, by sanitizing its HTML for example. */
    setSaved: assign(({ context }, { output: { resource } }: { output: SaveResult }) => ({
      stored: resource?.[context.property] ?? null,
      iri: resource?.['@id'] ?? context.iri,
    })),
    setStoredToRemote: assign({ stored: ({ context }) => remoteValue(context) }),
    setValueToStored: assign({ value: ({ context }) => context.stored }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    clearFailure: assign({ failure: null }),
    startUndoGroup: assign({ undoGroup: ({ context }) => context.undoGroup + 1 }),
    replaceIri: assign((_, { to }: { to: Iri }) => ({ iri: to, lost: null })),
    setLost: assign((_, { iri, live, known }: LostResource) => ({ lost: { iri, live, known } })),
    clearLost: assign({ lost: null }),
    setIriToLive: assign({ iri: ({ context: { iri, lost } }) => lost?.live ?? iri }),
    setStoredToInFlight: assign({ stored: ({ context }) => context.inFlight }),
  },
  guards: {
    isStored: ({ context }) => isSameValue(context.value, context.stored),
    isInFlight: ({ context }) => isSameValue(context.value, context.inFlight),
    isChoice: ({ context }) => context.isChoice,
    /** True when a retry may succeed. An invalid value stays invalid. */
    isRetryable: ({ context: { failure } }) =>
      failure?.kind === 'offline' || failure?.kind === 'unexpected',
    isSignedOut: ({ context: { failure } }) => failure?.status === 401,
    isGone: ({ context }, { error }: { error: unknown }) =>
      context.lost !== null || Failure.from(error).kind === 'notFound',
    isConflict: (_, { error }: { error: unknown }) => Failure.from(error).kind === 'conflict',
    hasStoredResource: ({ context: { failure } }) => failure?.resource !== undefined,
    isRemoteSame: ({ context }) => isSameValue(remoteValue(context), context.value),
    isRemoteUnchanged: ({ context }) => isSameValue(remoteValue(context), context.stored),
    isOwnIri: ({ context }, { from }: { from: Iri }) => context.iri === from,
  },
  delays: { debounce: 250 },
}).createMachine({
  id: 'field',
  context: ({ input }) => ({
    ...input,
    inFlight: input.stored,
    failure: null,
    undoGroup: 0,
    lost: null,
  }),
  invoke: {
    src: 'listener',
    input: listenTo<FieldEvent>({
      changeQueue: ['iri.replaced'],
      hubConnection: ['connection.opened'],
      network: ['network.restored'],
      sessionRenewal: ['session.renewed'],
    }),
  },
  initial: 'dirty',
  on: {
    'iri.replaced': {
      guard: { type: 'isOwnIri', params: eventOf },
      actions: { type: 'replaceIri', params: eventOf },
    },
    // An edit that is not saved yet is refused by the server, unless another resource takes over.
    'resource.lost': { actions: setLost },
  },
  states: {
    clean: {
      entry: ['clearFailure', 'clearLost'],
      on: {
        'field.changed': { target: 'dirty', actions: { type: 'startEdit', params: eventOf } },
        // Nothing is lost with it.
        'resource.lost': {},
        'flush.requested': { actions: 'startUndoGroup' },
      },
    },
    dirty: {
      tags: 'busy',
      always: [
        { guard: 'isStored', target: 'clean' },
        { guard: 'isChoice', target: 'sending' },
      ],
      after: { debounce: 'sending' },
      on: {
        'field.changed': { target: 'dirty', reenter: true, actions: setValue },
        'flush.requested': { target: 'sending', actions: 'startUndoGroup' },
      },
    },
    sending: {
      tags: 'busy',
      entry: ['clearFailure', 'setInFlight'],
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context }) => saveIntentOf(context),
        onDone: { target: 'saved', actions: { type: 'setSaved', params: eventOf } },
        onError: [
          {
            guard: { type: 'isConflict', params: eventOf },
            target: 'checkingConflict',
            actions: setFailure,
          },
          {
            guard: { type: 'isGone', params: eventOf },
            target: 'orphaned',
            actions: setFailure,
          },
          { target: 'failed', actions: setFailure },
        ],
      },
      on: {
        // Saved once the value in flight is.
        'field.changed': { actions: setValue },
        'flush.requested': { actions: 'startUndoGroup' },
      },
    },
    saved: { always: [{ guard: 'isInFlight', target: 'clean' }, { target: 'sending' }] },
    /** The resource has a newer version on the server. It is a conflict only if this property has changed. */
    checkingConflict: {
      always: [
        { guard: 'isRemoteSame', target: 'clean', actions: 'setStoredToRemote' },
        { guard: and(['hasStoredResource', 'isRemoteUnchanged']), target: 'sending' },
        { target: 'conflicting' },
      ],
    },
    conflicting: {
      tags: 'unsaved',
      on: {
        'field.changed': { actions: setValue },
        'local.kept': { target: 'sending', actions: 'setStoredToRemote' },
        'resource.lost': {
          target: 'orphaned',
          actions: setLost,
        },
        'remote.accepted': { target: 'clean', actions: ['setStoredToRemote', 'setValueToStored'] },
      },
    },
    failed: {
      tags: 'unsaved',
      on: {
        'field.changed': { target: 'dirty', actions: setValue },
        'flush.requested': retry,
        'connection.opened': retry,
        'network.restored': retry,
        'session.renewed': { guard: 'isSignedOut', target: 'sending' },
        'retry.requested': 'sending',
        'resource.lost': {
          target: 'orphaned',
          actions: setLost,
        },
        'edits.discarded': { target: 'clean', actions: 'setValueToStored' },
      },
    },
    /** The resource is gone. What was typed stays on the screen until it is restored or given up. */
    orphaned: {
      tags: 'unsaved',
      exit: 'setIriToLive',
      on: {
        'field.changed': { actions: setValue },
        'restore.requested': 'restoring',
        'edits.discarded': { target: 'clean', actions: 'setValueToStored' },
      },
    },
    restoring: {
      tags: 'busy',
      entry: ['clearFailure', 'setInFlight'],
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context }) => restoreIntentOf(context),
        onDone: { target: 'saved', actions: ['setStoredToInFlight', 'clearLost'] },
        onError: {
          target: 'orphaned',
          actions: setFailure,
        },
      },
      on: { 'field.changed': { actions: setValue } },
    },
  },
})

export type FieldRef = ActorRefFrom<typeof fieldMachine>
type Snapshot = SnapshotFrom<typeof fieldMachine>
/** Returns the edited value, or undefined when the stored value is to be shown. */
export const selectPendingValue = (snapshot: Snapshot) =>
  snapshot.hasTag('busy') || snapshot.hasTag('unsaved') ? snapshot.context.value : undefined
export const isConflicting = (snapshot: Snapshot) => snapshot.can({ type: 'local.kept' })
export const canRetry = (snapshot: Snapshot) => snapshot.can({ type: 'retry.requested' })
export const isOrphaned = (snapshot: Snapshot) => snapshot.can({ type: 'restore.requested' })
/** Returns what was known of the resource, or null while it is on the page. */
export const selectLost = (snapshot: Snapshot) => snapshot.context.lost
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
/** Returns the conflicting value on the server, or undefined without a conflict. */
export const selectRemoteValue = (snapshot: Snapshot) =>
  isConflicting(snapshot) ? remoteValue(snapshot.context) : undefined
export const selectIri = ({ context }: Snapshot): Iri => context.iri
export const selectProperty = ({ context }: Snapshot) => context.property
