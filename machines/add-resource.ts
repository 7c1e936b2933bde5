/** Adding one resource: choose what, fill it in on the page, save it. Ends with what was saved, or null. */
import { type ActorRefFrom, type SnapshotFrom, assertEvent, assign, emit, setup } from 'xstate'
import type { Intent, Saved } from '#content/change.ts'
import { Failure } from '#content/failure.ts'
import { type Iri, NEW_POSITION, NEW_RESOURCE } from '#content/iri.ts'
import type { Component } from '#content/resource.ts'
import type { Spot } from '#content/spot.ts'
import type { Question } from './dialogs.ts'
import { promised } from './effects.ts'
import { discardQuestion } from './leaving.ts'

/** The kind that was chosen, as far as adding one needs to know it. */
export interface ChosenKind {
  type: string
  endpoint: string
  publishable: boolean
  instantAdd: boolean
}

export type AddResourceEvent =
  | { type: 'kind.chosen'; kind: ChosenKind }
  | { type: 'insert.requested' }
  | { type: 'draft.changed'; property: string; value: unknown }
  | { type: 'add.confirmed'; publish: boolean }
  | { type: 'discard.requested' }
  /** Somebody else has asked whether it may be given up. */
  | { type: 'add.discarded' }

export type AddResourceEmitted =
  /** What is being filled in is on the page now, would be lost, and is to be selected. */
  | { type: 'add.staged'; stack: Iri[] }
  /** It is stored, and on the page: what to select. */
  | { type: 'add.placed'; stack: Iri[] }
  /** It was not to be given up after all. */
  | { type: 'add.kept' }

interface Context {
  spot: Spot
  kind: ChosenKind | null
  data: Record<string, unknown>
  saved: Saved | null
  failure: Failure | null
}

const intentOf = ({ kind, data, spot }: Context, publish: boolean): Intent => ({
  kind: 'add',
  endpoint: kind!.endpoint,
  data,
  group: spot.group,
  sortValue: spot.sortValue,
  publish: kind!.publishable ? publish : null,
})

const stackOf = ({ '@id': iri, componentPositions = [] }: Component, { group }: Spot) => [
  iri,
  ...componentPositions.slice(0, 1),
  group,
]

export const addResourceMachine = setup({
  types: {} as {
    input: { spot: Spot }
    context: Context
    events: AddResourceEvent
    emitted: AddResourceEmitted
    output: Saved | null
    tags: 'busy' | 'staged'
  },
  actors: {
    confirm: promised<boolean, Question>('confirm'),
    saveChange: promised<Saved, Intent>('saveChange'),
  },
  actions: {
    tellStaged: emit(({ context: { spot } }) => ({
      type: 'add.staged',
      stack: [NEW_RESOURCE, NEW_POSITION, spot.group],
    })),
    tellKept: emit({ type: 'add.kept' }),
    tellPlaced: emit(({ context }, { saved }: { saved: Saved }) => ({
      type: 'add.placed',
      stack: stackOf(saved.resource as Component, context.spot),
    })),
  },
  guards: {
    hasKind: ({ context }) => context.kind !== null,
    isInstant: ({ context }) => context.kind?.instantAdd === true,
  },
}).createMachine({
  id: 'addResource',
  context: ({ input }) => ({ ...input, kind: null, data: {}, saved: null, failure: null }),
  output: ({ context }) => context.saved,
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'kind.chosen': { actions: assign({ kind: ({ event }) => event.kind }) },
        'insert.requested': [
          { guard: 'isInstant', target: 'adding' },
          { guard: 'hasKind', target: 'staged', actions: 'tellStaged' },
        ],
        'discard.requested': 'discarded',
        'add.discarded': 'discarded',
      },
    },
    /** As it is, without filling it in first. */
    adding: {
      tags: 'busy',
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context }) => intentOf(context, false),
        onDone: {
          target: 'done',
          actions: [
            assign({ saved: ({ event }) => event.output }),
            { type: 'tellPlaced', params: ({ event }) => ({ saved: event.output }) },
          ],
        },
        onError: {
          target: 'choosing',
          actions: assign({ failure: ({ event }) => Failure.from(event.error) }),
        },
      },
    },
    staged: {
      tags: 'staged',
      on: {
        'draft.changed': {
          actions: assign({
            data: ({ context, event }) => ({ ...context.data, [event.property]: event.value }),
          }),
        },
        'add.confirmed': 'saving',
        'discard.requested': 'discarding',
        'add.discarded': 'discarded',
      },
    },
    saving: {
      tags: ['busy', 'staged'],
      entry: assign({ failure: null }),
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context, event }) => {
          assertEvent(event, 'add.confirmed')
          return intentOf(context, event.publish)
        },
        onDone: { target: 'done', actions: assign({ saved: ({ event }) => event.output }) },
        onError: {
          target: 'staged',
          actions: assign({ failure: ({ event }) => Failure.from(event.error) }),
        },
      },
    },
    discarding: {
      tags: 'staged',
      invoke: {
        id: 'confirm',
        src: 'confirm',
        input: discardQuestion,
        onDone: [
          { guard: ({ event }) => event.output, target: 'discarded' },
          { target: 'staged', actions: 'tellKept' },
        ],
        onError: { target: 'staged', actions: 'tellKept' },
      },
      on: { 'add.discarded': 'discarded' },
    },
    discarded: { type: 'final' },
    done: { type: 'final' },
  },
})

export type AddResourceRef = ActorRefFrom<typeof addResourceMachine>
type Snapshot = SnapshotFrom<typeof addResourceMachine>
/** Until something stands on the page, or at once where that is all there is to it. */
export const isChoosing = (snapshot: Snapshot) =>
  snapshot.status === 'active' && !snapshot.hasTag('staged')
export const isStaged = (snapshot: Snapshot) => snapshot.hasTag('staged')
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const canConfirm = (snapshot: Snapshot) =>
  snapshot.can({ type: 'add.confirmed', publish: false })
export const selectSpot = (snapshot: Snapshot) => snapshot.context.spot
export const selectKind = (snapshot: Snapshot) => snapshot.context.kind
export const selectData = (snapshot: Snapshot) => snapshot.context.data
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
