/** Holds the components that are selected together. While there are any, `selection` holds nothing. */
import { type ActorRefFrom, type SnapshotFrom, assign, emit, setup } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import { toggleComponent } from '#content/page/selection/multiple-selection.ts'
import type { Selection } from '#content/page/selection/selection.ts'
import type { EmittedBy } from '../../emitted-events.ts'
import { listenTo, listener } from '../../actor-listener.ts'
import { withEvent } from '../../with-event.ts'
import { replaceInStack } from './selection-context.ts'

declare module '../../emitted-events.ts' {
  interface EmittedEvents {
    multipleSelection:
      | /** Components were added or removed. `count` is how many are selected together now, which may be none. */
        { type: 'components.selected'; count: number }
        /** Only one component is left. From now on, `selection` holds it. */
      | ({ type: 'resource.selected' } & Selection)
  }
}

export type MultipleSelectionEvent =
  /** A component is pressed with Ctrl or Command. `selected` is what `selection` holds, which stays selected; null for none. */
  | { type: 'component.toggled'; component: Selection; selected: Selection | null }
  /** A component is pressed with Shift: all up to it are selected. */
  | { type: 'range.selected'; components: readonly Selection[] }
  | Extract<EmittedBy<'restoredSelection'>, { type: 'components.restored' }>
  /** From now on, presses without a modifier key add further components to this one. */
  | { type: 'picking.requested'; component: Selection }
  | { type: 'selection.cleared' }
  /** Something is pressed without a modifier key, or a text is focused by Tab. */
  | { type: 'resource.selected' }
  | { type: 'selection.changed'; iri: Iri | null }
  | { type: 'selection.moved' }
  /** Another page is shown. */
  | { type: 'location.committed' }
  | Extract<EmittedBy<'changeQueue'>, { type: 'iri.replaced' }>
  | Extract<EmittedBy<'pendingEdits'>, { type: 'resource.removed' }>

interface Toggled {
  component: Selection
  selected?: Selection | null
}

type Components = readonly Selection[]

/** Returns the components once one is toggled. The first time, what `selection` holds is one of them. */
const toggled = (components: Components, { component, selected }: Toggled) =>
  toggleComponent(components.length === 0 && selected ? [selected] : components, component)

const selectAll = {
  target: '.active',
  actions: [withEvent('setComponents'), 'emitComponentsSelected'],
} as const
const toggle = withEvent('toggle')

export const multipleSelectionMachine = setup({
  types: {} as {
    context: { components: Components }
    events: MultipleSelectionEvent
    emitted: EmittedBy<'multipleSelection'>
  },
  actors: { listener },
  actions: {
    toggle: assign(({ context }, event: Toggled) => ({
      components: toggled(context.components, event),
    })),
    setComponents: assign((_, { components }: { components: Components }) => ({ components })),
    remove: assign(({ context }, { iri }: { iri: Iri }) => ({
      components: without(context.components, iri),
    })),
    replaceIri: assign(({ context: { components } }, pair: { from: Iri; to: Iri }) => ({
      components: components.map((one) => ({ ...one, stack: replaceInStack(one.stack, pair) })),
    })),
    clear: assign({ components: [] }),
    emitComponentsSelected: emit(({ context: { components } }) => ({
      type: 'components.selected',
      count: components.length,
    })),
    emitResourceSelected: emit(({ context: { components } }) => ({
      type: 'resource.selected',
      ...components[0]!,
    })),
  },
  guards: {
    isEmpty: ({ context }) => context.components.length === 0,
    isAlone: ({ context }) => context.components.length === 1,
    isSelected: (_, { iri }: { iri: Iri | null }) => iri !== null,
  },
}).createMachine({
  id: 'multipleSelection',
  meta: {
    guards: {
      isEmpty: 'No component is left.',
      isAlone: 'One component is left.',
      isSelected: 'Something is selected by itself.',
    },
  },
  context: { components: [] },
  invoke: listenTo<MultipleSelectionEvent>({
    pageInput: ['resource.selected'],
    selection: ['selection.changed', 'selection.moved'],
    navigation: ['location.committed'],
    changeQueue: ['iri.replaced'],
    pendingEdits: ['resource.removed'],
    restoredSelection: ['components.restored'],
  }),
  initial: 'inactive',
  on: {
    'range.selected': selectAll,
    'components.restored': selectAll,
    'picking.requested': {
      target: '.active.picking',
      actions: ['clear', toggle, 'emitComponentsSelected'],
    },
    'component.toggled': { target: '.evaluating', actions: toggle },
  },
  states: {
    inactive: { description: 'Fewer than two components are selected together.', entry: 'clear' },
    evaluating: {
      description: 'Decides what the last press leaves selected.',
      always: [
        { guard: 'isEmpty', target: 'inactive', actions: 'emitComponentsSelected' },
        { guard: 'isAlone', target: 'inactive', actions: 'emitResourceSelected' },
        { target: 'active', actions: 'emitComponentsSelected' },
      ],
    },
    active: {
      description: 'Several components are selected together.',
      always: { guard: 'isEmpty', target: 'inactive' },
      on: {
        'selection.cleared': 'inactive',
        'resource.selected': 'inactive',
        'selection.moved': 'inactive',
        // Without an IRI, `selection` has only become empty because these components are selected.
        'selection.changed': {
          guard: withEvent('isSelected'),
          target: 'inactive',
        },
        'location.committed': 'inactive',
        'iri.replaced': { actions: withEvent('replaceIri') },
        'resource.removed': { actions: withEvent('remove') },
      },
      initial: 'extending',
      states: {
        /** A press with a modifier key adds a component or removes it. A press without one ends the multiple selection. */
        extending: {
          description: 'A press with Shift or the command key adds or removes a component.',
        },
        /** Each press adds a component or removes it, for devices without keys. */
        picking: {
          description: 'Each press adds or removes a component.',
          on: { 'component.toggled': { actions: [toggle, 'emitComponentsSelected'] } },
        },
      },
    },
  },
})

export type MultipleSelectionRef = ActorRefFrom<typeof multipleSelectionMachine>
type Snapshot = SnapshotFrom<typeof multipleSelectionMachine>
/** Returns the components that are selected together, in the order in which they were selected; usually none. */
export const selectComponents = ({ context }: Snapshot) => context.components
export const isActive = (snapshot: Snapshot) => snapshot.matches('active')
/** True while a press without a modifier key adds a component or removes it. */
export const isPicking = (snapshot: Snapshot) => snapshot.matches({ active: 'picking' })

const without = (components: Components, removed: Iri): Components =>
  components.filter(({ stack }) => !stack.includes(removed))
