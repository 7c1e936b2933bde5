/** Saves one property of one resource shortly after each edit. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import { isDeepEqual as isEqual } from '#content/model/deep-equal.ts'
import { promiseEffect } from '../effects.ts'

/** An edited value, and the stored value that it was based on. */
export interface FieldValue {
  value: unknown
  stored: unknown
}

export type FieldEvent =
  | ({ type: 'field.changed' } & FieldValue)
  /** The field has lost focus or the page is about to change, so the value is saved now. */
  | { type: 'flush.requested' }
  | { type: 'retry.requested' }
  /** The server can be reached again. */
  | { type: 'server.reachable' }
  /** Resolves a conflict by overwriting the value on the server. */
  | { type: 'local.kept' }
  /** Resolves a conflict by accepting the value on the server. */
  | { type: 'remote.accepted' }
  /** Gives up an edit that could not be saved. The stored value stays. */
  | { type: 'edits.discarded' }
  | { type: 'iri.replaced'; from: Iri; to: Iri }

export interface FieldInput extends FieldValue {
  iri: Iri
  property: string
  /** Unique among all fields, so that undo can tell their edits apart. */
  session: string
  /** True for a value that is selected, which is saved at once. Typed text waits for a pause. */
  isChoice: boolean
}

interface Context extends FieldInput {
  /** The value that is being saved. */
  inFlight: unknown
  failure: Failure | null
  /** Increases each time the field loses focus. Edits of one group are undone together. */
  undoGroup: number
}

/** Treats an absent value and null as equal. */
const isSame = (one: unknown, other: unknown) => isEqual(one ?? null, other ?? null)

/** Returns the value on the server that caused the conflict. */
const remoteValue = ({ failure, property }: Context) => failure?.current?.[property] ?? null

export const fieldMachine = setup({
  types: {} as {
    input: FieldInput
    context: Context
    events: FieldEvent
    /** `busy`: is being saved or will be. `unsaved`: could not be saved and waits for a decision. */
    tags: 'busy' | 'unsaved'
  },
  actors: { saveChange: promiseEffect<SaveResult, Intent>('saveChange') },
  actions: {
    setValue: assign((_, { value }: { value: unknown }) => ({ value })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    clearFailure: assign({ failure: null }),
    startUndoGroup: assign({ undoGroup: ({ context }) => context.undoGroup + 1 }),
  },
  guards: {
    isStored: (_, { value, stored }: FieldValue) => isSame(value, stored),
    isInFlight: ({ context }, { value }: { value: unknown }) => isSame(value, context.inFlight),
    isChoice: ({ context }) => context.isChoice,
    /** True when a retry may succeed. An invalid value stays invalid. */
    isRetryable: ({ context: { failure } }) =>
      failure?.kind === 'offline' || failure?.kind === 'unexpected',
    isConflict: (_, { error }: { error: unknown }) => Failure.from(error).kind === 'conflict',
  },
  delays: { debounce: 250 },
}).createMachine({
  id: 'field',
  context: ({ input }) => ({ ...input, inFlight: input.stored, failure: null, undoGroup: 0 }),
  initial: 'dirty',
  on: {
    'iri.replaced': {
      guard: ({ context, event }) => context.iri === event.from,
      actions: assign({ iri: ({ event }) => event.to }),
    },
  },
  states: {
    clean: {
      entry: 'clearFailure',
      on: {
        'field.changed': {
          guard: ({ event }) => !isSame(event.value, event.stored),
          target: 'dirty',
          actions: assign(({ event: { value, stored } }) => ({ value, stored })),
        },
        'flush.requested': { actions: 'startUndoGroup' },
      },
    },
    dirty: {
      tags: 'busy',
      always: [
        { guard: { type: 'isStored', params: ({ context }) => context }, target: 'clean' },
        { guard: 'isChoice', target: 'sending' },
      ],
      after: { debounce: 'sending' },
      on: {
        'field.changed': {
          target: 'dirty',
          reenter: true,
          actions: { type: 'setValue', params: ({ event }) => event },
        },
        'flush.requested': { target: 'sending', actions: 'startUndoGroup' },
      },
    },
    sending: {
      tags: 'busy',
      entry: ['clearFailure', assign({ inFlight: ({ context }) => context.value })],
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context: { iri, property, value, stored, session, undoGroup } }) => ({
          kind: 'set',
          iri,
          property,
          value,
          stored,
          undoGroup: `${session}.${undoGroup}`,
        }),
        onDone: {
          target: 'saved',
          actions: assign(({ context, event: { output } }) => ({
            // The server may have normalized the value, by sanitizing its HTML for example.
            stored: output.resource?.[context.property] ?? null,
            iri: output.resource?.['@id'] ?? context.iri,
          })),
        },
        onError: [
          {
            guard: { type: 'isConflict', params: ({ event }) => event },
            target: 'checkingConflict',
            actions: { type: 'setFailure', params: ({ event }) => event },
          },
          {
            target: 'failed',
            actions: { type: 'setFailure', params: ({ event }) => event },
          },
        ],
      },
      initial: 'saving',
      states: {
        saving: {
          on: {
            'field.changed': {
              guard: ({ context, event }) => !isSame(event.value, context.inFlight),
              target: 'queued',
              actions: { type: 'setValue', params: ({ event }) => event },
            },
          },
        },
        /** Saves a newer value once the one in flight is saved. */
        queued: {
          on: {
            'field.changed': [
              {
                guard: { type: 'isInFlight', params: ({ event }) => event },
                target: 'saving',
                actions: { type: 'setValue', params: ({ event }) => event },
              },
              { actions: { type: 'setValue', params: ({ event }) => event } },
            ],
          },
        },
      },
      on: { 'flush.requested': { actions: 'startUndoGroup' } },
    },
    saved: {
      always: [
        { guard: { type: 'isInFlight', params: ({ context }) => context }, target: 'clean' },
        { target: 'sending' },
      ],
    },
    /** The resource has a newer version on the server. It is a conflict only if this property has changed. */
    checkingConflict: {
      always: [
        {
          guard: ({ context }) => isSame(remoteValue(context), context.value ?? null),
          target: 'clean',
          actions: ['clearFailure', assign({ stored: ({ context }) => context.value })],
        },
        {
          guard: ({ context }) =>
            context.failure?.current !== undefined &&
            isSame(remoteValue(context), context.stored ?? null),
          target: 'sending',
        },
        { target: 'conflicting' },
      ],
    },
    conflicting: {
      tags: 'unsaved',
      on: {
        'field.changed': { actions: { type: 'setValue', params: ({ event }) => event } },
        'local.kept': {
          target: 'sending',
          actions: assign({ stored: ({ context }) => remoteValue(context) }),
        },
        'remote.accepted': {
          target: 'clean',
          actions: [
            assign(({ context }) => ({
              value: remoteValue(context),
              stored: remoteValue(context),
            })),
            'clearFailure',
          ],
        },
      },
    },
    failed: {
      tags: 'unsaved',
      on: {
        'field.changed': {
          target: 'dirty',
          actions: { type: 'setValue', params: ({ event }) => event },
        },
        'flush.requested': { guard: 'isRetryable', target: 'sending' },
        'server.reachable': { guard: 'isRetryable', target: 'sending' },
        'retry.requested': 'sending',
        'edits.discarded': {
          target: 'clean',
          actions: [assign({ value: ({ context }) => context.stored })],
        },
      },
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
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
/** Returns the conflicting value on the server, or undefined without a conflict. */
export const selectRemoteValue = (snapshot: Snapshot) =>
  isConflicting(snapshot) ? remoteValue(snapshot.context) : undefined
export const selectIri = ({ context }: Snapshot): Iri => context.iri
export const selectProperty = ({ context }: Snapshot) => context.property
