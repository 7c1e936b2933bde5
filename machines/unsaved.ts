/** All that was typed and moved on the page: an actor for every property and every group somebody has touched. */
import {
  type ActorRefFrom,
  type SnapshotFrom,
  assign,
  emit,
  enqueueActions,
  sendTo,
  setup,
} from 'xstate'
import type { Iri } from '#content/iri.ts'
import { type FieldEvent, type FieldRef, type Typed, fieldMachine } from './field.ts'
import { type Move, type ReorderEvent, type ReorderRef, reorderMachine } from './reorder.ts'
import { settled } from './settled.ts'

export interface FieldChange extends Typed {
  iri: Iri
  property: string
  /** Chosen rather than typed: saved at once. */
  isChoice?: boolean
}

export interface GroupMove extends Move {
  group: Iri
}

export type UnsavedEvent =
  | ({ type: 'field.changed' } & FieldChange)
  /** Somebody has left a field. */
  | { type: 'field.settled'; iri: Iri; property: string }
  | ({ type: 'move.requested' } & GroupMove)
  /** Nobody waits for the next key any more. */
  | { type: 'flush.requested' }
  /** What could not be saved for want of a connection is worth another try. */
  | { type: 'site.reached' }
  /** Somebody wants to go on once all of it is saved, or all that is about one resource. */
  | { type: 'settling.requested'; iri: Iri | null }
  | { type: 'iri.replaced'; from: Iri; to: Iri }
  | { type: 'resource.removed'; iri: Iri }

/** Whether nothing is left that could not be saved. */
export type UnsavedEmitted = { type: 'unsaved.settled'; clean: boolean }

interface Context {
  /** By `fieldKey`. */
  fields: Readonly<Record<string, FieldRef>>
  /** By group. */
  reorders: Readonly<Record<Iri, ReorderRef>>
  /** Counts the fields there have been. */
  sessions: number
  /** Whose fields are waited for; null for everything. */
  subject: Iri | null
}

const fieldKey = (iri: Iri, property: string) => `${iri} ${property}`
const isOf = (iri: Iri, key: string) => key.startsWith(fieldKey(iri, ''))

const fieldsOf = ({ fields }: Context, iri: Iri) =>
  Object.entries(fields).filter(([key]) => isOf(iri, key))
const withoutFieldsOf = ({ fields }: Context, iri: Iri) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !isOf(iri, key)))

const awaited = (context: Context) => {
  const { fields, reorders, subject } = context
  return subject === null
    ? [...Object.values(fields), ...Object.values(reorders)]
    : fieldsOf(context, subject).map(([, ref]) => ref)
}

export const unsavedMachine = setup({
  types: {} as { context: Context; events: UnsavedEvent; emitted: UnsavedEmitted },
  actors: { field: fieldMachine, reorder: reorderMachine, settled },
  actions: {
    startField: assign(({ context: { fields, sessions }, spawn }, change: FieldChange) => {
      const { iri, property, value, stored, isChoice = false } = change
      const input = { iri, property, value, stored, isChoice, session: `${sessions}` }
      const ref = spawn('field', { id: `field ${sessions}`, input })
      return { sessions: sessions + 1, fields: { ...fields, [fieldKey(iri, property)]: ref } }
    }),
    startReorder: assign(({ context: { reorders }, spawn }, move: GroupMove) => ({
      reorders: {
        ...reorders,
        [move.group]: spawn('reorder', { id: `reorder ${move.group}`, input: move }),
      },
    })),
    tellAll: enqueueActions(
      (
        { context: { fields, reorders }, enqueue },
        { type }: { type: 'flush.requested' | 'site.reached' },
      ) => {
        for (const ref of Object.values(fields)) enqueue.sendTo(ref, { type } satisfies FieldEvent)
        for (const ref of Object.values(reorders))
          enqueue.sendTo(ref, { type } satisfies ReorderEvent)
      },
    ),
    rename: enqueueActions(({ context, enqueue }, { from, to }: { from: Iri; to: Iri }) => {
      const renamed = fieldsOf(context, from)
      for (const [, ref] of renamed)
        enqueue.sendTo(ref, { type: 'iri.replaced', from, to } satisfies FieldEvent)
      enqueue.assign({
        fields: {
          ...withoutFieldsOf(context, from),
          ...Object.fromEntries(
            renamed.map(([key, ref]) => {
              const name = key.replace(from, to)
              // Where its twin has been typed into as well, both go on.
              return [name in context.fields ? key : name, ref]
            }),
          ),
        },
        subject: context.subject === from ? to : context.subject,
      })
    }),
    dropFields: enqueueActions(({ context, enqueue }, { iri }: { iri: Iri }) => {
      for (const [, ref] of fieldsOf(context, iri)) enqueue.stopChild(ref)
      enqueue.assign({ fields: withoutFieldsOf(context, iri) })
    }),
  },
  guards: {
    hasField: ({ context }, { iri, property }: { iri: Iri; property: string }) =>
      fieldKey(iri, property) in context.fields,
    hasReorder: ({ context }, { group }: { group: Iri }) => group in context.reorders,
  },
}).createMachine({
  id: 'unsaved',
  context: { fields: {}, reorders: {}, sessions: 0, subject: null },
  initial: 'resting',
  on: {
    'field.changed': [
      {
        guard: { type: 'hasField', params: ({ event }) => event },
        actions: sendTo(
          ({ context, event: { iri, property } }) => context.fields[fieldKey(iri, property)]!,
          ({ event: { value, stored } }) =>
            ({ type: 'field.changed', value, stored }) satisfies FieldEvent,
        ),
      },
      { actions: { type: 'startField', params: ({ event }) => event } },
    ],
    'field.settled': {
      guard: { type: 'hasField', params: ({ event }) => event },
      actions: sendTo(
        ({ context, event: { iri, property } }) => context.fields[fieldKey(iri, property)]!,
        { type: 'flush.requested' } satisfies FieldEvent,
      ),
    },
    'move.requested': [
      {
        guard: { type: 'hasReorder', params: ({ event }) => event },
        actions: sendTo(
          ({ context, event }) => context.reorders[event.group]!,
          ({ event: { position, to, order } }) =>
            ({ type: 'move.requested', position, to, order }) satisfies ReorderEvent,
        ),
      },
      { actions: { type: 'startReorder', params: ({ event }) => event } },
    ],
    'flush.requested': { actions: { type: 'tellAll', params: ({ event }) => event } },
    'site.reached': { actions: { type: 'tellAll', params: ({ event }) => event } },
    'settling.requested': {
      target: '.settling',
      actions: [
        { type: 'tellAll', params: { type: 'flush.requested' } },
        assign({ subject: ({ event }) => event.iri }),
      ],
    },
    'iri.replaced': { actions: { type: 'rename', params: ({ event }) => event } },
    'resource.removed': { actions: { type: 'dropFields', params: ({ event }) => event } },
  },
  states: {
    resting: {},
    settling: {
      invoke: {
        id: 'settled',
        src: 'settled',
        input: ({ context }) => ({ actors: awaited(context) }),
        onDone: {
          target: 'resting',
          actions: emit(({ event }) => ({ type: 'unsaved.settled', clean: event.output })),
        },
      },
    },
  },
})

export type UnsavedRef = ActorRefFrom<typeof unsavedMachine>
type Snapshot = SnapshotFrom<typeof unsavedMachine>
/** Undefined until somebody types into it. What is typed next goes to the field itself: only it needs to know. */
export const selectField = (iri: Iri, property: string) => (snapshot: Snapshot) =>
  snapshot.context.fields[fieldKey(iri, property)]
/** Undefined until something is moved in the group. */
export const selectReorder = (group: Iri) => (snapshot: Snapshot) =>
  snapshot.context.reorders[group]
/** All of a resource's properties that somebody has typed into. */
export const selectFields =
  (iri: Iri) =>
  ({ context: { fields } }: Snapshot): Record<string, FieldRef> =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([key]) => isOf(iri, key))
        .map(([key, ref]) => [key.slice(fieldKey(iri, '').length), ref]),
    )
/** Every actor that may hold something back, by what it is about. */
export const selectFieldRefs = (snapshot: Snapshot) => snapshot.context.fields
export const selectReorderRefs = (snapshot: Snapshot) => snapshot.context.reorders
