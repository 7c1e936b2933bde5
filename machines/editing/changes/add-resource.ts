/**
 * Adds one resource: asks for its kind, and then saves it at once, or has it filled in on the page. Its output is the
 * saved resource, or null if it was discarded.
 */
import { type ActorRefFrom, type SnapshotFrom, assign, emit, setup } from 'xstate'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import { NEW_POSITION, NEW_RESOURCE, type Iri } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import type { SelectedKind } from '#content/model/kind.ts'
import { type InsertionPoint, positionOf, targetOf } from '#content/model/insertion-point.ts'
import { promiseEffect } from '../../declare-effects.ts'
import type { EmittedBy } from '../../emitted-events.ts'
import { listenTo, listener } from '../../actor-listener.ts'
import { withEvent } from '../../with-event.ts'
import { type Resumed, stagedResourceMachine } from './staged-resource.ts'

declare module '../../emitted-events.ts' {
  interface EmittedEvents {
    addResource:
      | /** The new resource is on the page, unsaved, and is to be selected. `kind` is its `@type`. */
        { type: 'add.staged'; stack: Iri[]; kind: string }
        /** The new resource is saved and on the page, and is to be selected. */
      | { type: 'add.inserted'; stack: Iri[]; kind: string }
  }
}

export type AddResourceEvent =
  /** Null if no kind is found by what was typed. */
  | { type: 'kind.selected'; kind: SelectedKind | null }
  | { type: 'insert.requested' }
  | { type: 'discard.requested' }
  /** Editing is to end, or another page to be opened. */
  | { type: 'discard.needed' }

interface AddResourceInput {
  insertionPoint: InsertionPoint
  /** Absent if the user is to choose one. */
  kind?: SelectedKind | undefined
  /** Set for one from before the document was loaded. */
  resumed?: Resumed | undefined
}

interface Context {
  insertionPoint: InsertionPoint
  kind: SelectedKind | null
  resumed: Resumed | undefined
  saved: SaveResult | null
  failure: Failure | null
}

const stackOf = (resource: Resource, insertionPoint: InsertionPoint) =>
  [resource['@id'], positionOf(resource, insertionPoint), insertionPoint.group].filter(
    (iri) => iri !== undefined,
  )

const insert = [
  { guard: 'isInstant', target: 'adding' },
  { guard: 'hasKind', target: 'staged', actions: 'emitStaged' },
] as const

export const addResourceMachine = setup({
  types: {} as {
    input: AddResourceInput
    context: Context
    events: AddResourceEvent
    emitted: EmittedBy<'addResource'>
    output: SaveResult | null
    tags: 'busy'
    children: { stagedResource: 'stagedResource' }
  },
  actors: {
    stagedResource: stagedResourceMachine,
    saveChange: promiseEffect<SaveResult, Intent>(),
    listener,
  },
  actions: {
    setKind: assign((_, { kind }: { kind: SelectedKind | null }) => ({ kind })),
    setSaved: assign((_, { output }: { output: SaveResult | null }) => ({ saved: output })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    emitStaged: emit(({ context: { insertionPoint, kind } }) => ({
      type: 'add.staged',
      stack: [NEW_RESOURCE, NEW_POSITION, insertionPoint.group],
      kind: kind!.type,
    })),
    emitInserted: emit(
      ({ context: { insertionPoint, kind } }, { output }: { output: SaveResult }) => ({
        type: 'add.inserted',
        stack: stackOf(output.resource!, insertionPoint),
        kind: kind!.type,
      }),
    ),
  },
  guards: {
    hasKind: ({ context }) => context.kind !== null,
    isInstant: ({ context }) => context.kind?.instantAdd === true,
  },
}).createMachine({
  id: 'addResource',
  meta: {
    guards: {
      hasKind: 'It is known what is to be added.',
      isInstant: 'The new resource needs nothing to be filled in.',
    },
  },
  context: ({ input: { insertionPoint, kind = null, resumed } }) => ({
    insertionPoint,
    kind,
    resumed,
    saved: null,
    failure: null,
  }),
  output: ({ context }) => context.saved,
  invoke: listenTo<AddResourceEvent>({ editMode: ['discard.needed'] }),
  initial: 'initializing',
  states: {
    initializing: {
      description: 'Looks what is known of the new resource already.',
      always: [...insert, { target: 'choosing' }],
    },
    choosing: {
      description: 'A dialog asks what to add.',
      on: {
        'kind.selected': { actions: withEvent('setKind') },
        'insert.requested': insert,
        'discard.requested': 'done',
        'discard.needed': 'done',
      },
    },
    /** Saves the resource at once, without filling it in first. */
    adding: {
      description: 'The new resource is being saved as it is.',
      tags: 'busy',
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context: { kind, insertionPoint } }) => ({
          kind: 'add',
          endpoint: kind!.endpoint,
          data: kind!.data ?? {},
          ...targetOf(insertionPoint),
          publish: kind!.publishable ? false : null,
        }),
        onDone: {
          target: 'done',
          actions: [withEvent('setSaved'), withEvent('emitInserted')],
        },
        onError: { target: 'choosing', actions: withEvent('setFailure') },
      },
    },
    staged: {
      description: 'The new resource is on the page, where the user fills it in.',
      invoke: {
        id: 'stagedResource',
        systemId: 'stagedResource',
        src: 'stagedResource',
        input: ({ context: { insertionPoint, kind, resumed } }) => ({
          insertionPoint,
          kind: kind!,
          resumed,
        }),
        onDone: { target: 'done', actions: withEvent('setSaved') },
      },
    },
    done: { description: 'The new resource is saved or given up.', type: 'final' },
  },
})

export type AddResourceRef = ActorRefFrom<typeof addResourceMachine>
type Snapshot = SnapshotFrom<typeof addResourceMachine>
/** True while a kind is being chosen, and while an instantly added resource is being saved. */
export const isChoosing = (snapshot: Snapshot) =>
  snapshot.status === 'active' && !isStaged(snapshot)
export const isStaged = (snapshot: Snapshot) => snapshot.matches('staged')
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
/** Returns undefined while no resource is filled in on the page. */
export const selectStagedResourceRef = (snapshot: Snapshot) => snapshot.children.stagedResource
export const selectInsertionPoint = (snapshot: Snapshot) => snapshot.context.insertionPoint
export const selectKind = (snapshot: Snapshot) => snapshot.context.kind
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
