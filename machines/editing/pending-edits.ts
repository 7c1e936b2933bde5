/** Holds all edits that may be unsaved: one actor for each edited property and each reordered group. */
import {
  type ActorRefFrom,
  type SnapshotFrom,
  assign,
  emit,
  enqueueActions,
  sendTo,
  setup,
} from 'xstate'
import type { FieldValue } from '#content/change/field-value.ts'
import type { LostResource } from '#content/change/plan-restoration.ts'
import type { Intent } from '#content/change/types.ts'
import {
  fieldKey,
  irisOf,
  fieldsByProperty,
  fieldsOf,
  findField,
  withReplacedIri,
  withoutFieldsOf,
} from '#content/change/field-keys.ts'
import type { Iri } from '#content/model/iri.ts'
import { callbackEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { type FieldEvent, type FieldRef, fieldMachine } from './field.ts'
import { type Move, type ReorderEvent, type ReorderRef, reorderMachine } from './reorder.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    pendingEdits:
      | /** `isSaved` is false when an edit could not be saved. */
        { type: 'save.settled'; isSaved: boolean }
        /** The user has moved a position to the index `to` of the `count` positions in its group; it is not saved yet. */
      | { type: 'position.moved'; to: number; count: number }
  }
}

export interface FieldChange extends FieldValue {
  iri: Iri
  /** The live version and the draft of the resource, which share their fields. */
  versions: readonly Iri[]
  property: string
  /** True for a value that is selected rather than typed. It is saved at once. */
  isChoice?: boolean
}

export interface GroupMove extends Move {
  group: Iri<'COMPONENT_GROUP'>
}

export type PendingEditsEvent =
  | ({ type: 'field.changed' } & FieldChange)
  | ({ type: 'move.requested' } & GroupMove)
  /** Saves all edits now, without waiting for a pause in typing. */
  | { type: 'flush.requested' }
  /** The server can be reached again, so failed saves are retried. */
  | { type: 'connection.opened' }
  | { type: 'network.restored' }
  /** Saves all edits, or those of one resource, and reports the outcome. */
  | { type: 'save.requested'; iri: Iri | null }
  | { type: 'iri.replaced'; from: Iri; to: Iri }
  /** The user has deleted a resource, after a confirmation. */
  | { type: 'change.saved'; intent: Intent }
  /** A change in this browser has found that a resource is gone. */
  | { type: 'resource.removed'; iri: Iri }
  | ({ type: 'resource.lost' } & LostResource)
  /** An action waits for a decision about what is unsaved. */
  | { type: 'action.refused' }

interface Context {
  /** By `fieldKey`. */
  fields: Readonly<Record<string, FieldRef>>
  /** By the IRI of the group. */
  reorders: Readonly<Record<Iri, ReorderRef>>
  /** The number of fields ever started, used for unique ids. */
  fieldCount: number
  /** The resource whose edits are being saved; null for all. */
  scope: Iri | null
  /** The number of actions that were refused because an edit is unsaved. */
  refusals: number
}

const fieldOf = ({ fields }: Context, { versions, property }: FieldChange) =>
  findField(fields, versions, property)

const deletedIri = (intent: Intent) => (intent.kind === 'delete' ? intent.iri : null)

const actorsToSettle = ({ fields, reorders, scope }: Context) =>
  scope === null
    ? [...Object.values(fields), ...Object.values(reorders)]
    : Object.values(fieldsOf(fields, scope))

export const pendingEditsMachine = setup({
  types: {} as { context: Context; events: PendingEditsEvent; emitted: EmittedBy<'pendingEdits'> },
  actors: {
    field: fieldMachine,
    reorder: reorderMachine,
    waitUntilIdle,
    listener,
    /** Reports edited resources that disappear from the page, for whatever reason. */
    watchLosses: callbackEffect<PendingEditsEvent>('watchLosses'),
  },
  actions: {
    spawnField: assign(({ context: { fields, fieldCount }, spawn }, change: FieldChange) => {
      const { iri, property, value, stored, isChoice = false } = change
      const input = { iri, property, value, stored, isChoice, id: `${fieldCount}` }
      const ref = spawn('field', { id: `field ${fieldCount}`, input })
      return { fieldCount: fieldCount + 1, fields: { ...fields, [fieldKey(iri, property)]: ref } }
    }),
    spawnReorder: assign(({ context: { reorders }, spawn }, move: GroupMove) => ({
      reorders: {
        ...reorders,
        [move.group]: spawn('reorder', { id: `reorder ${move.group}`, input: move }),
      },
    })),
    broadcast: enqueueActions(
      (
        { context: { fields, reorders }, enqueue },
        { type }: { type: 'flush.requested' | 'server.reachable' },
      ) => {
        for (const ref of Object.values(fields)) enqueue.sendTo(ref, { type } satisfies FieldEvent)
        for (const ref of Object.values(reorders))
          enqueue.sendTo(ref, { type } satisfies ReorderEvent)
      },
    ),
    replaceIri: enqueueActions(({ context, enqueue }, { from, to }: { from: Iri; to: Iri }) => {
      // The field of a lost draft is kept with its live version.
      for (const ref of Object.values({
        ...fieldsOf(context.fields, from),
        ...fieldsOf(context.fields, to),
      }))
        enqueue.sendTo(ref, { type: 'iri.replaced', from, to } satisfies FieldEvent)
      enqueue.assign({
        fields: withReplacedIri(context.fields, from, to),
        scope: context.scope === from ? to : context.scope,
      })
    }),
    /** The edits of a lost draft are shown in its live version. */
    loseResource: enqueueActions(({ context: { fields }, enqueue }, lost: LostResource) => {
      const { iri, live, known } = lost
      for (const ref of Object.values(fieldsOf(fields, iri)))
        enqueue.sendTo(ref, { type: 'resource.lost', iri, live, known } satisfies FieldEvent)
      if (live) enqueue.assign({ fields: withReplacedIri(fields, iri, live) })
    }),
    reportRemoval: sendTo('watchLosses', (_, { iri }: { iri: Iri }): PendingEditsEvent => ({
      type: 'resource.removed',
      iri,
    })),
    countRefusal: assign({ refusals: ({ context }) => context.refusals + 1 }),
    removeFields: enqueueActions(
      ({ context: { fields }, enqueue }, { intent }: { intent: Intent }) => {
        const iri = deletedIri(intent)!
        for (const ref of Object.values(fieldsOf(fields, iri))) enqueue.stopChild(ref)
        enqueue.assign({ fields: withoutFieldsOf(fields, iri) })
      },
    ),
    changeField: sendTo(
      ({ context }, change: FieldChange) => fieldOf(context, change)!,
      (_, { value, stored }): FieldEvent => ({ type: 'field.changed', value, stored }),
    ),
    requestMove: sendTo(
      ({ context }, { group }: GroupMove) => context.reorders[group]!,
      (_, { position, to, order }): ReorderEvent => ({
        type: 'move.requested',
        position,
        to,
        order,
      }),
    ),
    emitPositionMoved: emit((_, { to, order }: GroupMove) => ({
      type: 'position.moved',
      to,
      count: order.length,
    })),
    setScope: assign((_, { iri }: { iri: Iri | null }) => ({ scope: iri })),
    emitSaveSettled: emit((_, { output }: { output: boolean }) => ({
      type: 'save.settled',
      isSaved: output,
    })),
  },
  guards: {
    isDeletion: (_, { intent }: { intent: Intent }) => deletedIri(intent) !== null,
    hasField: ({ context }, change: FieldChange) => fieldOf(context, change) !== undefined,
    hasReorder: ({ context }, { group }: { group: Iri }) => group in context.reorders,
  },
}).createMachine({
  id: 'pendingEdits',
  context: { fields: {}, reorders: {}, fieldCount: 0, scope: null, refusals: 0 },
  invoke: [
    {
      src: 'listener',
      input: listenTo<PendingEditsEvent>({
        changeQueue: ['iri.replaced', 'resource.removed', 'change.saved'],
        pendingAction: ['save.requested', 'action.refused'],
        hubConnection: ['connection.opened'],
        network: ['network.restored'],
      }),
    },
    // A resource that is gone unnoticed refuses the next save, which is enough to keep the edit.
    { id: 'watchLosses', src: 'watchLosses', onError: {} },
  ],
  initial: 'idle',
  on: {
    'field.changed': [
      {
        guard: { type: 'hasField', params: ({ event }) => event },
        actions: { type: 'changeField', params: ({ event }) => event },
      },
      { actions: { type: 'spawnField', params: ({ event }) => event } },
    ],
    'move.requested': [
      {
        guard: { type: 'hasReorder', params: ({ event }) => event },
        actions: [
          { type: 'requestMove', params: ({ event }) => event },
          { type: 'emitPositionMoved', params: ({ event }) => event },
        ],
      },
      {
        actions: [
          { type: 'spawnReorder', params: ({ event }) => event },
          { type: 'emitPositionMoved', params: ({ event }) => event },
        ],
      },
    ],
    'flush.requested': { actions: { type: 'broadcast', params: ({ event }) => event } },
    'connection.opened': { actions: { type: 'broadcast', params: { type: 'server.reachable' } } },
    'network.restored': { actions: { type: 'broadcast', params: { type: 'server.reachable' } } },
    'save.requested': {
      target: '.saving',
      actions: [
        { type: 'broadcast', params: { type: 'flush.requested' } },
        { type: 'setScope', params: ({ event }) => event },
      ],
    },
    'iri.replaced': { actions: { type: 'replaceIri', params: ({ event }) => event } },
    'change.saved': {
      guard: { type: 'isDeletion', params: ({ event }) => event },
      actions: { type: 'removeFields', params: ({ event }) => event },
    },
    'resource.removed': { actions: { type: 'reportRemoval', params: ({ event }) => event } },
    'resource.lost': { actions: { type: 'loseResource', params: ({ event }) => event } },
    'action.refused': { actions: 'countRefusal' },
  },
  states: {
    idle: {},
    saving: {
      invoke: {
        id: 'waitUntilIdle',
        src: 'waitUntilIdle',
        input: ({ context }) => ({ actors: actorsToSettle(context) }),
        onDone: {
          target: 'idle',
          actions: { type: 'emitSaveSettled', params: ({ event }) => event },
        },
      },
    },
  },
})

export type PendingEditsRef = ActorRefFrom<typeof pendingEditsMachine>
type Snapshot = SnapshotFrom<typeof pendingEditsMachine>
/** Returns the actor of a group, or undefined before its first move. */
export const selectReorder = (group: Iri) => (snapshot: Snapshot) =>
  snapshot.context.reorders[group]
/** Returns the actors of a resource's edited properties, by property. */
export const selectFields =
  (iri: Iri) =>
  ({ context: { fields } }: Snapshot): Record<string, FieldRef> =>
    fieldsByProperty(fields, iri)
/** Returns the IRIs of the resources that have been edited. */
export const selectEditedIris = ({ context: { fields } }: Snapshot) => irisOf(fields)
export const selectRefusals = (snapshot: Snapshot) => snapshot.context.refusals
/** Returns the actors of all edited properties, by `fieldKey`. */
export const selectFieldRefs = (snapshot: Snapshot) => snapshot.context.fields
export const selectReorderRefs = (snapshot: Snapshot) => snapshot.context.reorders
