/** One property of one resource while somebody types into it: saved by itself, a moment after the last key. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { Intent, Saved } from '#content/change.ts'
import { Failure } from '#content/failure.ts'
import type { Iri } from '#content/iri.ts'
import { isSame as isEqual } from '#content/same.ts'
import { promised } from './effects.ts'

/** What somebody typed, and what is stored as far as they can see. */
export interface Typed {
  value: unknown
  stored: unknown
}

export type FieldEvent =
  | ({ type: 'field.changed' } & Typed)
  /** They have finished with it, or leave: what is typed is saved now. */
  | { type: 'flush.requested' }
  | { type: 'retry.requested' }
  /** There is a connection again. */
  | { type: 'site.reached' }
  /** After a conflict: over what somebody else wrote. */
  | { type: 'keepMine.requested' }
  /** What is stored stays; what was typed is given up. */
  | { type: 'takeTheirs.requested' }
  | { type: 'iri.replaced'; from: Iri; to: Iri }

export interface FieldInput extends Typed {
  iri: Iri
  property: string
  /** Unlike that of any other field there has been, so that undo can tell their sessions apart. */
  session: string
  /** A choice is saved at once; text waits for the next key. */
  isChoice: boolean
}

interface Context extends FieldInput {
  /** What is on its way to the server. */
  sent: unknown
  failure: Failure | null
  /** Counts the times somebody came back to it. */
  visit: number
}

/** Absent and null mean the same. */
const isSame = (one: unknown, other: unknown) => isEqual(one ?? null, other ?? null)

/** What the resource holds now that refused to be overwritten. */
const theirs = ({ failure, property }: Context) => failure?.current?.[property] ?? null

export const fieldMachine = setup({
  types: {} as {
    input: FieldInput
    context: Context
    events: FieldEvent
    /** `busy`: on its way to the server, soon or now. `unsaved`: stays here until somebody decides. */
    tags: 'busy' | 'unsaved'
  },
  actors: { saveChange: promised<Saved, Intent>('saveChange') },
  actions: {
    keepValue: assign((_, { value }: { value: unknown }) => ({ value })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    forgetFailure: assign({ failure: null }),
    endVisit: assign({ visit: ({ context }) => context.visit + 1 }),
  },
  guards: {
    isStored: (_, { value, stored }: Typed) => isSame(value, stored),
    isSent: ({ context }, { value }: { value: unknown }) => isSame(value, context.sent),
    isChoice: ({ context }) => context.isChoice,
    /** What is wrong with the value itself stays wrong. */
    mayGoBetter: ({ context: { failure } }) =>
      failure?.kind === 'offline' || failure?.kind === 'unexpected',
    isConflict: (_, { error }: { error: unknown }) => Failure.from(error).kind === 'conflict',
  },
  delays: { pause: 250 },
}).createMachine({
  id: 'field',
  context: ({ input }) => ({ ...input, sent: input.stored, failure: null, visit: 0 }),
  initial: 'dirty',
  on: {
    'iri.replaced': {
      guard: ({ context, event }) => context.iri === event.from,
      actions: assign({ iri: ({ event }) => event.to }),
    },
  },
  states: {
    clean: {
      entry: 'forgetFailure',
      on: {
        'field.changed': {
          guard: ({ event }) => !isSame(event.value, event.stored),
          target: 'dirty',
          actions: assign(({ event: { value, stored } }) => ({ value, stored })),
        },
        'flush.requested': { actions: 'endVisit' },
      },
    },
    dirty: {
      tags: 'busy',
      always: [
        { guard: { type: 'isStored', params: ({ context }) => context }, target: 'clean' },
        { guard: 'isChoice', target: 'sending' },
      ],
      after: { pause: 'sending' },
      on: {
        'field.changed': {
          target: 'dirty',
          reenter: true,
          actions: { type: 'keepValue', params: ({ event }) => event },
        },
        'flush.requested': { target: 'sending', actions: 'endVisit' },
      },
    },
    sending: {
      tags: 'busy',
      entry: ['forgetFailure', assign({ sent: ({ context }) => context.value })],
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context: { iri, property, value, stored, session, visit } }) => ({
          kind: 'set',
          iri,
          property,
          value,
          stored,
          session: `${session}.${visit}`,
        }),
        onDone: {
          target: 'saved',
          actions: assign(({ context, event: { output } }) => ({
            // As it is kept there, which need not be letter for letter what was sent.
            stored: output.resource?.[context.property] ?? null,
            iri: output.resource?.['@id'] ?? context.iri,
          })),
        },
        onError: [
          {
            guard: { type: 'isConflict', params: ({ event }) => event },
            target: 'disputed',
            actions: { type: 'keepFailure', params: ({ event }) => event },
          },
          {
            target: 'failed',
            actions: { type: 'keepFailure', params: ({ event }) => event },
          },
        ],
      },
      initial: 'saving',
      states: {
        saving: {
          on: {
            'field.changed': {
              guard: ({ context, event }) => !isSame(event.value, context.sent),
              target: 'waiting',
              actions: { type: 'keepValue', params: ({ event }) => event },
            },
          },
        },
        /** Something newer was typed meanwhile; it goes next. */
        waiting: {
          on: {
            'field.changed': [
              {
                guard: { type: 'isSent', params: ({ event }) => event },
                target: 'saving',
                actions: { type: 'keepValue', params: ({ event }) => event },
              },
              { actions: { type: 'keepValue', params: ({ event }) => event } },
            ],
          },
        },
      },
      on: { 'flush.requested': { actions: 'endVisit' } },
    },
    saved: {
      always: [
        { guard: { type: 'isSent', params: ({ context }) => context }, target: 'clean' },
        { target: 'sending' },
      ],
    },
    /** A newer version of the resource: whether it is about this property decides. */
    disputed: {
      always: [
        {
          guard: ({ context }) => isSame(theirs(context), context.value ?? null),
          target: 'clean',
          actions: ['forgetFailure', assign({ stored: ({ context }) => context.value })],
        },
        {
          guard: ({ context }) =>
            context.failure?.current !== undefined &&
            isSame(theirs(context), context.stored ?? null),
          target: 'sending',
        },
        { target: 'conflicting' },
      ],
    },
    conflicting: {
      tags: 'unsaved',
      on: {
        'field.changed': { actions: { type: 'keepValue', params: ({ event }) => event } },
        'keepMine.requested': {
          target: 'sending',
          actions: assign({ stored: ({ context }) => theirs(context) }),
        },
        'takeTheirs.requested': {
          target: 'clean',
          actions: [
            assign(({ context }) => ({ value: theirs(context), stored: theirs(context) })),
            'forgetFailure',
          ],
        },
      },
    },
    failed: {
      tags: 'unsaved',
      on: {
        'field.changed': {
          target: 'dirty',
          actions: { type: 'keepValue', params: ({ event }) => event },
        },
        'flush.requested': { guard: 'mayGoBetter', target: 'sending' },
        'site.reached': { guard: 'mayGoBetter', target: 'sending' },
        'retry.requested': 'sending',
        'takeTheirs.requested': {
          target: 'clean',
          actions: [assign({ value: ({ context }) => context.stored })],
        },
      },
    },
  },
})

export type FieldRef = ActorRefFrom<typeof fieldMachine>
type Snapshot = SnapshotFrom<typeof fieldMachine>
/** What to show; undefined where what is stored is what counts. */
export const selectTyped = (snapshot: Snapshot) =>
  snapshot.hasTag('busy') || snapshot.hasTag('unsaved') ? snapshot.context.value : undefined
export const isSaving = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isConflicting = (snapshot: Snapshot) => snapshot.can({ type: 'keepMine.requested' })
export const canRetry = (snapshot: Snapshot) => snapshot.can({ type: 'retry.requested' })
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
/** What somebody else wrote there, while it is in dispute. */
export const selectTheirs = (snapshot: Snapshot) =>
  isConflicting(snapshot) ? theirs(snapshot.context) : undefined
/** What it is about. */
export const selectSubject = ({ context }: Snapshot): Iri => context.iri
export const selectProperty = ({ context }: Snapshot) => context.property
