/** A new resource that is filled in on the page until it is saved or discarded. Its output is the saved one, or null. */
import { type ActorRefFrom, type SnapshotFrom, assign, emit, enqueueActions, setup } from 'xstate'
import { type FieldChange, changesSince, clearedBy } from '#content/change/fields/field-value.ts'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import { type Iri, NEW_POSITION, NEW_RESOURCE } from '#content/model/iri.ts'
import type { SelectedKind } from '#content/model/kind.ts'
import { type InsertionPoint, positionOf, targetOf } from '#content/model/insertion-point.ts'
import type { ConfirmOptions } from '../../app/dialogs.ts'
import { promiseEffect } from '../../declare-effects.ts'
import type { EmittedBy } from '../../emitted-events.ts'
import { listenTo, listener } from '../../actor-listener.ts'
import { withEvent } from '../../with-event.ts'
import { discardConfirmation } from '../navigation-guard.ts'

declare module '../../emitted-events.ts' {
  interface EmittedEvents {
    stagedResource:
      | { type: 'add.started' }
      /** The values, at the start and after each change. */
      | ({ type: 'add.changed' } & Addition)
      | { type: 'add.ended' }
      /** The resource is saved, and takes the place of the unsaved one. */
      | { type: 'add.saved'; resource: Iri; position: Iri }
      /** The resource was changed while it was being saved. */
      | ({ type: 'field.changed' } & FieldChange)
      /** The unsaved resource is discarded. */
      | { type: 'resource.removed'; iri: Iri }
      /** The user has decided to keep the unsaved resource. */
      | { type: 'discard.canceled' }
  }
}

type Data = Readonly<Record<string, unknown>>

/** The component that is being added. */
export interface Addition {
  insertionPoint: InsertionPoint
  kind: SelectedKind
  data: Data
  /** The id that it was first sent with: sent again with that, it is added only once. */
  id?: string | undefined
}

interface PropertyChange {
  property: string
  value: unknown
  /** Another property, which is emptied once this one has a value. */
  clears?: string | undefined
}

export type StagedResourceEvent =
  | ({ type: 'property.changed' } & PropertyChange)
  /** `id` is a new one. */
  | { type: 'add.confirmed'; publish: boolean; id: string }
  | { type: 'discard.requested' }
  /** Editing is to end, or another page to be opened, for which the resource is to be discarded first. */
  | { type: 'discard.needed' }
  /** The user has already confirmed that the resource is discarded, in the dialog of `navigationGuard`. */
  | { type: 'add.discarded' }
  /** The server can be reached again. */
  | { type: 'connection.opened' | 'network.restored' }

/** The state of an addition when its document was unloaded. */
export type Resumed = Pick<Addition, 'data' | 'id'>

interface StagedResourceInput extends Pick<Addition, 'insertionPoint' | 'kind'> {
  /** Absent for a new one. */
  resumed?: Resumed | undefined
}

interface Context extends StagedResourceInput, Addition {
  /** The data that was sent with the id for the first time: what is sent again with that changes nothing. */
  firstSent: Data
  /** True if it is to be published as well. */
  publish: boolean
  /** The data when it was last requested to be added. */
  requested: Data
  saved: SaveResult | null
  failure: Failure | null
}

const intentOf = ({ kind, data, insertionPoint, id, publish }: Context): Intent => ({
  kind: 'add',
  ...(id !== undefined && { id }),
  endpoint: kind.endpoint,
  data,
  ...targetOf(insertionPoint),
  publish: kind.publishable ? publish : null,
})

export const stagedResourceMachine = setup({
  types: {} as {
    input: StagedResourceInput
    context: Context
    events: StagedResourceEvent
    emitted: EmittedBy<'stagedResource'>
    output: SaveResult | null
    tags: 'busy'
  },
  actors: {
    confirm: promiseEffect<boolean, ConfirmOptions>(),
    saveChange: promiseEffect<SaveResult, Intent>(),
    listener,
  },
  actions: {
    setProperty: assign(({ context: { data } }, change: PropertyChange) => ({
      data: { ...data, [change.property]: change.value, ...clearedBy(change) },
    })),
    setRequest: assign(({ context }, { publish, id }: { publish: boolean; id: string }) => ({
      publish,
      requested: context.data,
      ...(context.id === undefined && { id, firstSent: context.data }),
    })),
    setSaved: assign((_, { output }: { output: SaveResult }) => ({ saved: output })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    clearFailure: assign({ failure: null }),
    emitStarted: emit({ type: 'add.started' }),
    emitChanged: emit(({ context: { insertionPoint, kind, data, id } }) => ({
      type: 'add.changed' as const,
      insertionPoint,
      kind,
      data,
      id,
    })),
    emitEnded: emit({ type: 'add.ended' }),
    emitSaved: emit(
      ({ context: { insertionPoint } }, { output: { resource } }: { output: SaveResult }) => ({
        type: 'add.saved',
        resource: resource!['@id'],
        position: positionOf(resource!, insertionPoint) ?? NEW_POSITION,
      }),
    ),
    emitLaterChanges: enqueueActions(
      ({ context: { data, firstSent }, enqueue }, { output }: { output: SaveResult }) => {
        for (const change of changesSince(firstSent, data, output.resource!))
          enqueue.emit({ type: 'field.changed', ...change })
      },
    ),
    emitRemoved: emit({ type: 'resource.removed', iri: NEW_RESOURCE }),
    emitDiscardCanceled: emit({ type: 'discard.canceled' }),
  },
  guards: {
    isConfirmed: (_, { output }: { output: boolean }) => output,
    /** False for one that was changed since, which may be half of a sentence by now. */
    isOfflineOnly: ({ context: { data, requested } }, { error }: { error: unknown }) =>
      Failure.from(error).kind === 'offline' && data === requested,
  },
}).createMachine({
  id: 'stagedResource',
  meta: {
    guards: {
      isConfirmed: 'The user wants to give it up.',
      isOfflineOnly: 'Only the network was away, and nothing was changed since.',
    },
  },
  context: ({ input }) => ({
    ...input,
    data: {},
    firstSent: {},
    publish: false,
    requested: {},
    ...input.resumed,
    saved: null,
    failure: null,
  }),
  output: ({ context }) => context.saved,
  invoke: listenTo<StagedResourceEvent>({
    editMode: ['discard.needed'],
    navigationGuard: ['add.discarded'],
    hubConnection: ['connection.opened'],
    network: ['network.restored'],
  }),
  entry: ['emitStarted', 'emitChanged'],
  exit: 'emitEnded',
  initial: 'filling',
  on: {
    'property.changed': { actions: [withEvent('setProperty'), 'emitChanged'] },
    // Also while it is being saved, or another question about it is open: the page is left.
    'add.discarded': '.discarded',
  },
  states: {
    filling: {
      description: 'The user fills in the new resource on the page.',
      initial: 'idle',
      on: {
        'add.confirmed': { target: 'saving', actions: withEvent('setRequest') },
        'discard.requested': 'discarding',
        'discard.needed': 'discarding',
      },
      states: {
        idle: { description: 'The user has not asked for it to be added, or was refused.' },
        /** Is added once the server can be reached, unless it is changed before. */
        waiting: {
          description: 'It is added as soon as the site can be reached.',
          on: {
            'connection.opened': '#stagedResource.saving',
            'network.restored': '#stagedResource.saving',
            'property.changed': {
              target: 'idle',
              actions: [withEvent('setProperty'), 'emitChanged'],
            },
          },
        },
      },
    },
    saving: {
      description: 'The new resource is on its way to the server.',
      tags: 'busy',
      entry: ['clearFailure', 'emitChanged'],
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context }) => intentOf(context),
        onDone: {
          target: 'saved',
          actions: [withEvent('setSaved'), withEvent('emitSaved'), withEvent('emitLaterChanges')],
        },
        onError: [
          {
            guard: withEvent('isOfflineOnly'),
            target: 'filling.waiting',
            actions: withEvent('setFailure'),
          },
          { target: 'filling', actions: withEvent('setFailure') },
        ],
      },
    },
    discarding: {
      description: 'The user is asked whether the new resource is to be given up.',
      invoke: {
        id: 'confirm',
        src: 'confirm',
        input: discardConfirmation,
        onDone: [
          { guard: withEvent('isConfirmed'), target: 'discarded' },
          { target: 'filling', actions: 'emitDiscardCanceled' },
        ],
        onError: { target: 'filling', actions: 'emitDiscardCanceled' },
      },
      on: {
        // The dialog is modal: a press on the page comes after it was canceled, before its answer has arrived.
        'add.confirmed': {
          target: 'saving',
          actions: [withEvent('setRequest'), 'emitDiscardCanceled'],
        },
        'discard.requested': {
          target: 'discarding',
          reenter: true,
          actions: 'emitDiscardCanceled',
        },
        'discard.needed': { target: 'discarding', reenter: true },
      },
    },
    discarded: {
      description: 'The new resource was given up.',
      type: 'final',
      entry: 'emitRemoved',
    },
    saved: { description: 'The new resource is on the server.', type: 'final' },
  },
})

export type StagedResourceRef = ActorRefFrom<typeof stagedResourceMachine>
type Snapshot = SnapshotFrom<typeof stagedResourceMachine>
/** True for one that is added by itself once the server can be reached. */
export const isWaiting = (snapshot: Snapshot) => snapshot.matches({ filling: 'waiting' })
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const canConfirm = (snapshot: Snapshot) =>
  snapshot.can({ type: 'add.confirmed', publish: false, id: '' })
export const selectKind = (snapshot: Snapshot) => snapshot.context.kind
/** True for one that was filled in before the document was loaded. */
export const isResumed = ({ context }: Snapshot) => context.resumed !== undefined
export const selectData = (snapshot: Snapshot) => snapshot.context.data
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
