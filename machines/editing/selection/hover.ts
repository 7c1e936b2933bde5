/**
 * Holds the resource under the mouse pointer, which a press would select, and the boundary between components that the
 * pointer is near. Nothing counts as hovered while something is pressed or typed; the next movement of the pointer shows it
 * again.
 */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import type { Boundary } from '#content/page/geometry/insertion-line.ts'
import { withEvent } from '../../with-event.ts'

interface Hovered {
  iri: Iri | null
  boundary: Boundary | null
}

const nothing: Hovered = { iri: null, boundary: null }

export type HoverEvent =
  /** The pointer is over a resource and near a boundary; null beside all of them. */
  | ({ type: 'pointer.moved' } & Hovered)
  /** The pointer has left the window. */
  | { type: 'pointer.left' }
  | { type: 'pointer.pressed' }
  | { type: 'key.pressed' }

export const hoverMachine = setup({
  types: {} as { context: Hovered; events: HoverEvent },
  actions: {
    setHovered: assign((_, { iri, boundary }: Hovered) => ({ iri, boundary })),
    clear: assign(nothing),
  },
  guards: {
    isOnPage: (_, { iri, boundary }: Hovered) => iri !== null || boundary !== null,
  },
}).createMachine({
  id: 'hover',
  meta: {
    guards: {
      isOnPage: 'The pointer is on a resource, or near a boundary between two.',
    },
  },
  context: nothing,
  initial: 'outside',
  on: {
    'pointer.moved': [
      {
        guard: withEvent('isOnPage'),
        target: '.hovering',
        actions: withEvent('setHovered'),
      },
      { target: '.outside' },
    ],
  },
  states: {
    outside: { description: 'The pointer is on nothing that can be selected.', entry: 'clear' },
    hovering: {
      description: 'The pointer is on or near a component.',
      on: {
        'pointer.left': 'outside',
        'pointer.pressed': 'suspended',
        'key.pressed': 'suspended',
      },
    },
    suspended: {
      description: 'Something is pressed or typed, so nothing is marked until the pointer moves.',
      entry: 'clear',
      on: { 'pointer.left': 'outside' },
    },
  },
})

export type HoverRef = ActorRefFrom<typeof hoverMachine>
type Snapshot = SnapshotFrom<typeof hoverMachine>
/** Returns the resource that is hovered, or null. */
export const selectHoveredIri = (snapshot: Snapshot) => snapshot.context.iri
/** Returns the boundary that the pointer is near, or null. */
export const selectBoundary = (snapshot: Snapshot) => snapshot.context.boundary
/** True while a resource is hovered, which a press or a key ends. */
export const isHovering = (snapshot: Snapshot) => snapshot.matches('hovering')
/** True while a press or a key hides the hover, although the pointer may be over a resource. */
export const isSuspended = (snapshot: Snapshot) => snapshot.matches('suspended')
