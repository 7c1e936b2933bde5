/** Waits until what undo or redo has restored, or what was pasted, is on the page, unless something else is selected by then. */
import { type SnapshotFrom, assign, emit, not, setup } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import type { Selection } from '#content/page/selection/selection.ts'
import type { EmittedBy } from '../../emitted-events.ts'
import { listenTo, listener } from '../../actor-listener.ts'
import { eventOf } from '../../event-of.ts'

declare module '../../emitted-events.ts' {
  interface EmittedEvents {
    /** A resource that undo or redo has restored, or a copy, is on the page, and is to be selected. */
    restoredSelection: { type: 'resource.restored' } & Selection
  }
}

type RestoredSelectionEvent =
  /** `restored` is the resource that was restored, or null. */
  | { type: 'change.undone' | 'change.redone'; restored: Iri | null }
  /** An action begins. */
  | { type: 'save.requested' }
  /** `copied` is the component that was pasted or duplicated, or null. */
  | { type: 'change.saved'; copied: Iri | null }
  /** The resource is on the page. */
  | ({ type: 'resource.appeared' } & Selection)
  | { type: 'selection.changed' }

export const restoredSelectionMachine = setup({
  types: {} as {
    context: { iri: Iri | null }
    events: RestoredSelectionEvent
    emitted: EmittedBy<'restoredSelection'>
  },
  actors: { listener },
  actions: {
    setIri: assign((_, { restored }: { restored: Iri | null }) => ({ iri: restored })),
    setCopied: assign((_, { copied }: { copied: Iri | null }) => ({ iri: copied })),
    clearIri: assign({ iri: null }),
    emitRestored: emit((_, { stack, area }: Selection) => ({
      type: 'resource.restored',
      stack,
      area,
    })),
  },
  guards: {
    isAwaited: ({ context }) => context.iri !== null,
    isCopied: (_, { copied }: { copied: Iri | null }) => copied !== null,
  },
}).createMachine({
  id: 'restoredSelection',
  context: { iri: null },
  invoke: {
    src: 'listener',
    input: listenTo<RestoredSelectionEvent>({
      changeQueue: ['change.undone', 'change.redone', 'change.saved'],
      pendingAction: ['save.requested'],
      selection: ['selection.changed'],
    }),
  },
  initial: 'idle',
  on: {
    'change.undone': { target: '.waiting', actions: { type: 'setIri', params: eventOf } },
    'change.redone': { target: '.waiting', actions: { type: 'setIri', params: eventOf } },
    'save.requested': '.expecting',
  },
  states: {
    idle: { entry: 'clearIri' },
    /** The action may create a copy, which is not selected if the user has gone on to something else meanwhile. */
    expecting: {
      entry: 'clearIri',
      on: {
        'change.saved': {
          guard: { type: 'isCopied', params: eventOf },
          target: 'waiting',
          actions: { type: 'setCopied', params: eventOf },
        },
        'selection.changed': 'idle',
      },
    },
    waiting: {
      always: { guard: not('isAwaited'), target: 'idle' },
      on: {
        'resource.appeared': {
          target: 'idle',
          actions: { type: 'emitRestored', params: eventOf },
        },
        'selection.changed': 'idle',
      },
    },
  },
})

/** Returns the resource that is selected as soon as it is on the page, or null. */
export const selectIri = (snapshot: SnapshotFrom<typeof restoredSelectionMachine>) =>
  snapshot.context.iri
