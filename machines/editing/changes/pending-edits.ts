/** Holds all edits that may be unsaved: one actor for each edited property, and the moves. */
import {
  type ActorRefFrom,
  type SnapshotFrom,
  assertEvent,
  assign,
  emit,
  enqueueActions,
  sendTo,
  setup,
} from 'xstate'
import { editedField } from '#content/change/fields/field-edit.ts'
import * as keys from '#content/change/fields/field-keys.ts'
import type { FieldChange } from '#content/change/fields/field-value.ts'
import type { DetectedDeletion } from '#content/change/undo/plan-restoration.ts'
import type { Intent } from '#content/change/types.ts'
import { publishedIri } from '#content/model/component-versions.ts'
import type { Iri } from '#content/model/iri.ts'
import { callbackEffect } from '../../declare-effects.ts'
import type { EmittedBy } from '../../emitted-events.ts'
import { listenTo, listener } from '../../actor-listener.ts'
import { withEvent } from '../../with-event.ts'
import { type FieldEvent, type FieldRef, fieldMachine, selectDeleted } from './field.ts'
import type {
  ChangeFailed,
  DeletionWatchEvent,
  EditsResumed,
  PendingEditsEvent,
} from './pending-edits-events.ts'
import { type PendingMovesRef, moveRefsOf, pendingMovesMachine } from './pending-moves.ts'
import { type SettledEdits, waitUntilIdle } from './wait-until-idle.ts'

/** A field has ended, because its resource is deleted and nothing of it is unsaved. */
type FieldDone = {
  type: `xstate.done.actor.field ${string}`
  output: readonly Iri[]
}

interface Context {
  /** By `fieldKey`. */
  fields: Readonly<Record<string, FieldRef>>
  pendingMovesRef: PendingMovesRef
  /** The number of fields ever started, used for unique ids. */
  fieldCount: number
  /** The resources whose fields the API found invalid last, such as a draft that was to be published. */
  invalid: readonly (Iri | null | undefined)[]
}

/** Returns the actors of a resource's edits; of all edits and moves for null. */
const editRefsOf = ({ fields, pendingMovesRef }: Context, iri: Iri | null) =>
  iri === null
    ? [...Object.values(fields), ...moveRefsOf(pendingMovesRef.getSnapshot())]
    : Object.values(keys.fieldsOf(fields, iri))

const deletedIri = (intent: Intent) => (intent.kind === 'delete' ? intent.iri : null)

export const pendingEditsMachine = setup({
  types: {} as {
    context: Context
    events: PendingEditsEvent | FieldDone
    emitted: EmittedBy<'pendingEdits'>
  },
  actors: {
    field: fieldMachine,
    pendingMoves: pendingMovesMachine,
    waitUntilIdle,
    listener,
    /** Reports edited resources that disappear from the page, for whatever reason. */
    watchDeletions: callbackEffect<DeletionWatchEvent>(),
    /** Asks before the document is unloaded while something is not saved, and requests a flush. */
    warnBeforeUnload: callbackEffect<PendingEditsEvent>(),
  },
  actions: {
    spawnFields: assign(
      ({ context: { fields, fieldCount }, spawn }, { edits }: Pick<EditsResumed, 'edits'>) => {
        const spawned = edits.map((change, at) => {
          const id = `${fieldCount + at}`
          const ref = spawn('field', { id: `field ${id}`, input: editedField(change, id) })
          return [keys.fieldKey(change), ref] as const
        })
        return {
          fieldCount: fieldCount + edits.length,
          fields: { ...fields, ...Object.fromEntries(spawned) },
        }
      },
    ),
    flush: enqueueActions(({ context: { fields, pendingMovesRef }, enqueue }) => {
      for (const ref of [...Object.values(fields), pendingMovesRef])
        enqueue.sendTo(ref, { type: 'flush.requested' })
    }),
    replaceIri: assign(({ context: { fields } }, { from, to }: { from: Iri; to: Iri }) => ({
      fields: keys.withReplacedIri(fields, from, to),
    })),
    /** The edits of a deleted draft are shown in its live version. */
    markDeleted: enqueueActions(({ context: { fields }, enqueue }, deleted: DetectedDeletion) => {
      const { iri, live } = deleted
      for (const ref of Object.values(keys.fieldsOf(fields, iri)))
        enqueue.sendTo(ref, { ...deleted, type: 'deletion.detected' } satisfies FieldEvent)
      if (live) enqueue.assign({ fields: keys.withReplacedIri(fields, iri, live) })
    }),
    stopFields: enqueueActions(
      ({ context: { fields }, enqueue }, { intent }: { intent: Intent }) => {
        const iri = deletedIri(intent)!
        for (const ref of Object.values(keys.fieldsOf(fields, iri))) enqueue.stopChild(ref)
        enqueue.assign({ fields: keys.withoutFieldsOf(fields, iri) })
      },
    ),
    setInvalid: assign((_, { intent, failure }: ChangeFailed) => ({
      invalid: failure.violations.map(
        ({ iri }) => iri ?? ('iri' in intent ? intent.iri : undefined),
      ),
    })),
    dropField: assign(({ context: { fields } }, { type }: FieldDone) => ({
      fields: Object.fromEntries(Object.entries(fields).filter(([, { id }]) => !type.endsWith(id))),
    })),
    /** Finds out whether an edit keeps what was removed. */
    raiseRemoved: enqueueActions(({ enqueue }, { iris }: { iris: readonly Iri[] }) => {
      for (const iri of iris) enqueue.raise({ type: 'resource.removed', iri })
    }),
    emitRemoved: emit((_, { iri }: { iri: Iri }) => ({ type: 'resource.removed' as const, iri })),
    sendEdited: sendTo('watchDeletions', ({ context }): DeletionWatchEvent => ({
      type: 'edits.changed',
      iris: keys.irisOf(context.fields),
    })),
    sendRemoved: sendTo('watchDeletions', (_, { iri }: { iri: Iri }): DeletionWatchEvent => ({
      type: 'resource.removed',
      iri,
    })),
    emitSaveSettled: emit((_, { output }: { output: SettledEdits }) => ({
      type: 'save.settled' as const,
      ...output,
    })),
  },
  guards: {
    hasFields: ({ context: { fields } }, { iri }: { iri: Iri }) =>
      Object.keys(keys.fieldsOf(fields, iri)).length > 0 ||
      // A draft that is gone keeps the place of its live version.
      Object.values(fields).some(
        (ref) => publishedIri(selectDeleted(ref.getSnapshot())?.known[0]) === iri,
      ),
    isField: (_, { type }: { type: string }) => type.startsWith('xstate.done.actor.field '),
    isDeletion: (_, { intent }: { intent: Intent }) => deletedIri(intent) !== null,
  },
}).createMachine({
  id: 'pendingEdits',
  meta: {
    guards: {
      hasFields: 'The removed resource, or its draft, has edits that may be unsaved.',
      isField: 'The actor that has ended is that of an edited property.',
      isDeletion: 'The change that was saved has deleted something.',
    },
  },
  context: ({ spawn }) => ({
    fields: {},
    fieldCount: 0,
    invalid: [],
    pendingMovesRef: spawn('pendingMoves', { id: 'pendingMoves', systemId: 'pendingMoves' }),
  }),
  invoke: [
    listenTo<PendingEditsEvent>({
      changeQueue: ['iri.replaced', 'resource.removed', 'change.saved', 'change.failed'],
      pendingAction: ['save.requested', 'action.refused'],
      stagedResource: ['field.changed'],
      selection: ['selection.changed'],
      navigation: ['location.committed'],
      editModeMemory: ['edits.resumed'],
      resumedAddition: ['edits.resumed'],
    }),
    // Without the watch, a deletion is noticed when the next save is refused, and the edit is kept as well.
    { id: 'watchDeletions', src: 'watchDeletions', onError: {} },
    { id: 'warnBeforeUnload', src: 'warnBeforeUnload', onError: {} },
  ],
  initial: 'idle',
  on: {
    'field.changed': {
      actions: [{ type: 'spawnFields', params: ({ event }) => ({ edits: [event] }) }, 'sendEdited'],
    },
    'edits.resumed': { actions: [withEvent('spawnFields'), 'sendEdited'] },
    'flush.requested': { actions: 'flush' },
    'selection.changed': { actions: 'flush' },
    'location.committed': { actions: 'flush' },
    'save.requested': { target: '.saving', actions: 'flush' },
    'iri.replaced': { actions: [withEvent('replaceIri'), 'sendEdited'] },
    'change.saved': {
      guard: withEvent('isDeletion'),
      actions: [
        withEvent('stopFields'),
        'sendEdited',
        { type: 'raiseRemoved', params: ({ event }) => ({ iris: [deletedIri(event.intent)!] }) },
      ],
    },
    'change.failed': { actions: withEvent('setInvalid') },
    'resource.removed': [
      // Those with nothing unsaved end at once, and the others when their edit is given up.
      { guard: withEvent('hasFields'), actions: withEvent('sendRemoved') },
      { actions: withEvent('emitRemoved') },
    ],
    'xstate.done.actor.*': {
      guard: withEvent('isField'),
      actions: [
        withEvent('dropField'),
        'sendEdited',
        { type: 'raiseRemoved', params: ({ event }) => ({ iris: event.output }) },
      ],
    },
    'deletion.detected': {
      actions: [
        withEvent('markDeleted'),
        'sendEdited',
        { type: 'raiseRemoved', params: ({ event }) => ({ iris: [event.iri] }) },
      ],
    },
    'action.refused': '.refused',
  },
  states: {
    idle: { description: 'Edits come and go; each is saved by itself.' },
    saving: {
      description: 'Waits until all edits are saved, before something else can begin.',
      invoke: {
        id: 'waitUntilIdle',
        src: 'waitUntilIdle',
        input: ({ event, self }) => {
          assertEvent(event, 'save.requested')
          // Asks for them anew each time: which ones there are is known only once they have started.
          return {
            refsOf: () =>
              editRefsOf((self.getSnapshot() as { context: Context }).context, event.iri),
          }
        },
        onDone: { target: 'idle', actions: withEvent('emitSaveSettled') },
      },
    },
    /** An action does not run until the user has decided what happens to the unsaved edits. */
    refused: {
      description: 'Something else could not begin because of unsaved edits, which are shown.',
      on: { 'refusal.shown': 'idle' },
    },
  },
})

export type PendingEditsRef = ActorRefFrom<typeof pendingEditsMachine>
type Snapshot = SnapshotFrom<typeof pendingEditsMachine>
/**
 * Sends an edit to the actor of its field, which the given versions of the resource share. Only the first edit of a
 * field goes to the pending edits: all components of the page observe those, and a key is to concern none but its own.
 */
export const editField = (ref: PendingEditsRef, versions: readonly Iri[], change: FieldChange) => {
  const { value, stored, clears } = change
  const fields = selectFieldRefs(ref.getSnapshot())
  const fieldRef = keys.findField(fields, versions, change)
  if (clears !== undefined && value !== null)
    giveUpEdit(keys.findField(fields, versions, { ...change, property: clears }))
  if (fieldRef) fieldRef.send({ type: 'field.changed', value, stored })
  else ref.send({ type: 'field.changed', ...change })
}
/** Takes back an unsaved edit of a property that another one empties, which would be a conflict with that. */
const giveUpEdit = (fieldRef: FieldRef | undefined) => {
  if (!fieldRef) return
  const { stored } = fieldRef.getSnapshot().context
  fieldRef.send({ type: 'field.changed', value: stored, stored })
}
/** Returns the actors of a resource's edited properties, by property: of its live version itself, or all others. */
export const selectFields =
  (iri: Iri, isLive = false) =>
  ({ context: { fields } }: Snapshot): Record<string, FieldRef> =>
    keys.fieldsByProperty(fields, iri, isLive)
/** True until the user has been led to the edits that keep an action from running. */
export const isRefused = (snapshot: Snapshot) => snapshot.matches('refused')
/** Returns the actors of all edited properties, by `fieldKey`. */
export const selectFieldRefs = (snapshot: Snapshot) => snapshot.context.fields
/** True if the API found fields of one of these versions invalid last. */
export const hasInvalidFields =
  (versions: readonly (Iri | null)[]) =>
  ({ context: { invalid } }: Snapshot) =>
    versions.some((iri) => invalid.includes(iri))
export const selectPendingMovesRef = (snapshot: Snapshot) => snapshot.context.pendingMovesRef
