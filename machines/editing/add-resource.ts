/**
 * Adds one resource: choose a kind, fill it in on the page, save it. Its output is the saved resource, or null if it
 * was discarded.
 */
import { type ActorRefFrom, type SnapshotFrom, assertEvent, assign, emit, setup } from 'xstate'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import { NEW_POSITION, NEW_RESOURCE, type Iri } from '#content/model/iri.ts'
import { type Resource, componentPositionsOf } from '#content/model/resource.ts'
import type { InsertionPoint } from '#content/model/insertion-point.ts'
import type { ConfirmOptions } from '../app/dialogs.ts'
import { promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { discardConfirmation } from './navigation-guard.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    addResource:
      | /** The new resource is on the page, unsaved, and is to be selected. */
        { type: 'add.staged'; stack: Iri[] }
        /** The new resource is saved and on the page, and is to be selected. */
      | { type: 'add.inserted'; stack: Iri[] }
      /** The new resource is saved, and takes the place of the unsaved one. */
      | { type: 'add.saved'; resource: Iri; position: Iri }
      /** The unsaved resource is discarded. */
      | { type: 'resource.removed'; iri: Iri }
      /** The user has decided to keep the unsaved resource. */
      | { type: 'discard.canceled' }
  }
}

/** The properties of the selected kind that are needed to add it. */
export interface SelectedKind {
  type: string
  endpoint: string
  publishable: boolean
  instantAdd: boolean
}

export type AddResourceEvent =
  | { type: 'kind.selected'; kind: SelectedKind }
  | { type: 'insert.requested' }
  | { type: 'draft.changed'; property: string; value: unknown }
  | { type: 'add.confirmed'; publish: boolean }
  | { type: 'discard.requested' }
  /** The user has already confirmed that the resource is discarded, in the dialog of `navigationGuard`. */
  | { type: 'add.discarded' }

interface Context {
  insertionPoint: InsertionPoint
  kind: SelectedKind | null
  data: Record<string, unknown>
  saved: SaveResult | null
  failure: Failure | null
}

const intentOf = ({ kind, data, insertionPoint }: Context, publish: boolean): Intent => ({
  kind: 'add',
  endpoint: kind!.endpoint,
  data,
  group: insertionPoint.group,
  sortValue: insertionPoint.sortValue,
  publish: kind!.publishable ? publish : null,
})

const stackOf = (resource: Resource, { group }: InsertionPoint) => [
  resource['@id'],
  ...componentPositionsOf(resource).slice(0, 1),
  group,
]

export const addResourceMachine = setup({
  types: {} as {
    input: { insertionPoint: InsertionPoint }
    context: Context
    events: AddResourceEvent
    emitted: EmittedBy<'addResource'>
    output: SaveResult | null
    tags: 'busy' | 'staged'
  },
  actors: {
    confirm: promiseEffect<boolean, ConfirmOptions>('confirm'),
    saveChange: promiseEffect<SaveResult, Intent>('saveChange'),
    listener,
  },
  actions: {
    setKind: assign((_, { kind }: { kind: SelectedKind }) => ({ kind })),
    setProperty: assign(
      ({ context: { data } }, { property, value }: { property: string; value: unknown }) => ({
        data: { ...data, [property]: value },
      }),
    ),
    setSaved: assign((_, { output }: { output: SaveResult }) => ({ saved: output })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    clearFailure: assign({ failure: null }),
    emitStaged: emit(({ context: { insertionPoint } }) => ({
      type: 'add.staged',
      stack: [NEW_RESOURCE, NEW_POSITION, insertionPoint.group],
    })),
    emitSaved: emit((_, { output: { resource } }: { output: SaveResult }) => ({
      type: 'add.saved',
      resource: resource!['@id'],
      position: componentPositionsOf(resource!)[0] ?? NEW_POSITION,
    })),
    emitRemoved: emit({ type: 'resource.removed', iri: NEW_RESOURCE }),
    emitDiscardCanceled: emit({ type: 'discard.canceled' }),
    emitInserted: emit(({ context: { insertionPoint } }, { output }: { output: SaveResult }) => ({
      type: 'add.inserted',
      stack: stackOf(output.resource!, insertionPoint),
    })),
  },
  guards: {
    hasKind: ({ context }) => context.kind !== null,
    isInstant: ({ context }) => context.kind?.instantAdd === true,
    isConfirmed: (_, { output }: { output: boolean }) => output,
  },
}).createMachine({
  id: 'addResource',
  context: ({ input }) => ({ ...input, kind: null, data: {}, saved: null, failure: null }),
  output: ({ context }) => context.saved,
  invoke: {
    src: 'listener',
    input: listenTo<AddResourceEvent>({ navigationGuard: ['add.discarded'] }),
  },
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'kind.selected': { actions: { type: 'setKind', params: ({ event }) => event } },
        'insert.requested': [
          { guard: 'isInstant', target: 'adding' },
          { guard: 'hasKind', target: 'staged', actions: 'emitStaged' },
        ],
        'discard.requested': 'discarded',
      },
    },
    /** Saves the resource at once, without filling it in first. */
    adding: {
      tags: 'busy',
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context }) => intentOf(context, false),
        onDone: {
          target: 'done',
          actions: [
            { type: 'setSaved', params: ({ event }) => event },
            { type: 'emitInserted', params: ({ event }) => event },
          ],
        },
        onError: {
          target: 'choosing',
          actions: { type: 'setFailure', params: ({ event }) => event },
        },
      },
    },
    staged: {
      tags: 'staged',
      on: {
        'draft.changed': {
          actions: { type: 'setProperty', params: ({ event }) => event },
        },
        'add.confirmed': 'saving',
        'discard.requested': 'discarding',
        'add.discarded': 'discarded',
      },
    },
    saving: {
      tags: ['busy', 'staged'],
      entry: 'clearFailure',
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context, event }) => {
          assertEvent(event, 'add.confirmed')
          return intentOf(context, event.publish)
        },
        onDone: {
          target: 'done',
          actions: [
            { type: 'setSaved', params: ({ event }) => event },
            { type: 'emitSaved', params: ({ event }) => event },
          ],
        },
        onError: {
          target: 'staged',
          actions: { type: 'setFailure', params: ({ event }) => event },
        },
      },
    },
    discarding: {
      tags: 'staged',
      invoke: {
        id: 'confirm',
        src: 'confirm',
        input: discardConfirmation,
        onDone: [
          { guard: { type: 'isConfirmed', params: ({ event }) => event }, target: 'discarded' },
          { target: 'staged', actions: 'emitDiscardCanceled' },
        ],
        onError: { target: 'staged', actions: 'emitDiscardCanceled' },
      },
    },
    discarded: { type: 'final', entry: 'emitRemoved' },
    done: { type: 'final' },
  },
})

export type AddResourceRef = ActorRefFrom<typeof addResourceMachine>
type Snapshot = SnapshotFrom<typeof addResourceMachine>
/** True while a kind is being chosen, and while an instantly added resource is being saved. */
export const isChoosing = (snapshot: Snapshot) =>
  snapshot.status === 'active' && !snapshot.hasTag('staged')
export const isStaged = (snapshot: Snapshot) => snapshot.hasTag('staged')
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const canConfirm = (snapshot: Snapshot) =>
  snapshot.can({ type: 'add.confirmed', publish: false })
export const selectInsertionPoint = (snapshot: Snapshot) => snapshot.context.insertionPoint
export const selectKind = (snapshot: Snapshot) => snapshot.context.kind
export const selectData = (snapshot: Snapshot) => snapshot.context.data
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
