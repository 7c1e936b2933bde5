/**
 * Waits until what undo, redo or “Put back” has restored, what was pasted, or what was selected before the document was
 * loaded is on the page, unless something else is selected by then.
 */
import { type SnapshotFrom, assign, emit, not, setup } from 'xstate'
import type { Intent } from '#content/change/types.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Selection } from '#content/page/selection/selection.ts'
import type { EmittedBy } from '../../emitted-events.ts'
import { listenTo, listener } from '../../actor-listener.ts'
import { withEvent } from '../../with-event.ts'

declare module '../../emitted-events.ts' {
  interface EmittedEvents {
    restoredSelection:
      | /** A restored resource, or a copy, is on the page, and is to be selected. */
        ({ type: 'resource.restored'; focus: FocusTarget } & Selection)
        /** Components that were selected together are on the page, and are to be selected again. */
      | { type: 'components.restored'; components: readonly Selection[] }
  }
}

/** The text of a restored resource, where typing goes on, or the panel. */
type FocusTarget = 'text' | 'panel'

type RestoredSelectionEvent =
  /** `restored` is the resource that was restored, or null. */
  | { type: 'change.undone' | 'change.redone'; restored: Iri | null }
  /** An action begins. */
  | { type: 'save.requested' }
  /** `copied` is the component that was pasted or duplicated, `restored` one that a colleague had deleted; or null. */
  | { type: 'change.saved'; intent: Intent; copied: Iri | null; restored: Iri | null }
  | Extract<EmittedBy<'editModeMemory'>, { type: 'selection.resumed' }>
  /** The resources are on the page, without those that are not there any more. */
  | { type: 'resources.appeared'; selections: readonly Selection[] }
  | { type: 'selection.changed' }

/** After “Put back” and after duplicating, typing goes on in the text. */
const focusAfter = ({ kind }: Intent): FocusTarget =>
  kind === 'restore' || kind === 'duplicate' ? 'text' : 'panel'

interface Appeared {
  selections: readonly Selection[]
}

export const restoredSelectionMachine = setup({
  types: {} as {
    context: { iris: readonly Iri[]; focus: FocusTarget }
    events: RestoredSelectionEvent
    emitted: EmittedBy<'restoredSelection'>
  },
  actors: { listener },
  actions: {
    setRestored: assign((_, { restored }: { restored: Iri | null }) => ({
      iris: restored === null ? [] : [restored],
    })),
    setCopied: assign((_, { copied }: { copied: Iri | null }) => ({ iris: [copied!] })),
    setFocus: assign((_, { intent }: { intent: Intent }) => ({ focus: focusAfter(intent) })),
    setResumed: assign((_, { iris }: { iris: readonly Iri[] }) => ({ iris })),
    clear: assign({ iris: [], focus: 'panel' }),
    emitRestored: emit(({ context: { focus } }, { selections }: Appeared) => ({
      type: 'resource.restored',
      focus,
      ...selections[0]!,
    })),
    emitComponentsRestored: emit((_, { selections: components }: Appeared) => ({
      type: 'components.restored',
      components,
    })),
  },
  guards: {
    isAwaited: ({ context }) => context.iris.length > 0,
    isAlone: (_, { selections }: Appeared) => selections.length === 1,
    isRestored: (_, { restored }: { restored: Iri | null }) => restored !== null,
    isCopied: (_, { copied }: { copied: Iri | null }) => copied !== null,
  },
}).createMachine({
  id: 'restoredSelection',
  meta: {
    guards: {
      isAwaited: 'Something was restored or pasted that is not on the page yet.',
      isAlone: 'One component has appeared.',
      isRestored: 'The change has restored something.',
      isCopied: 'The change has pasted or duplicated something.',
    },
  },
  context: { iris: [], focus: 'panel' },
  invoke: listenTo<RestoredSelectionEvent>({
    changeQueue: ['change.undone', 'change.redone', 'change.saved'],
    pendingAction: ['save.requested'],
    selection: ['selection.changed'],
    editModeMemory: ['selection.resumed'],
  }),
  initial: 'idle',
  on: {
    'change.undone': { target: '.waiting', actions: withEvent('setRestored') },
    'change.redone': { target: '.waiting', actions: withEvent('setRestored') },
    'change.saved': {
      guard: withEvent('isRestored'),
      target: '.waiting',
      actions: [withEvent('setRestored'), withEvent('setFocus')],
    },
    'selection.resumed': { target: '.waiting', actions: withEvent('setResumed') },
    'save.requested': '.expecting',
  },
  states: {
    idle: { description: 'Nothing is awaited.', entry: 'clear' },
    /** The action may create a copy, which is not selected if the user has gone on to something else meanwhile. */
    expecting: {
      description: 'Something may be pasted or duplicated, which is selected when it is saved.',
      entry: 'clear',
      on: {
        'change.saved': {
          guard: withEvent('isCopied'),
          target: 'waiting',
          actions: [withEvent('setCopied'), withEvent('setFocus')],
        },
        'selection.changed': 'idle',
      },
    },
    waiting: {
      description: 'Waits until what was restored or pasted is on the page.',
      always: { guard: not('isAwaited'), target: 'idle' },
      on: {
        'resources.appeared': [
          {
            guard: withEvent('isAlone'),
            target: 'idle',
            actions: withEvent('emitRestored'),
          },
          { target: 'idle', actions: withEvent('emitComponentsRestored') },
        ],
        'selection.changed': 'idle',
      },
    },
  },
})

/** Returns the resources that are selected as soon as they are on the page; usually none. */
export const selectIris = (snapshot: SnapshotFrom<typeof restoredSelectionMachine>) =>
  snapshot.context.iris
