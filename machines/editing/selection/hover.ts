/**
 * Holds the resource under the mouse pointer, which a press would select. Nothing counts as hovered while something is
 * pressed or typed; the next movement of the pointer shows it again.
 */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import { eventOf } from '../../event-of.ts'

export type HoverEvent =
  /** The pointer is over a resource; null beside all of them. */
  | { type: 'pointer.moved'; iri: Iri | null }
  /** The pointer has left the window. */
  | { type: 'pointer.left' }
  | { type: 'pointer.pressed' }
  | { type: 'key.pressed' }

export const hoverMachine = setup({
  types: {} as { context: { iri: Iri | null }; events: HoverEvent },
  actions: {
    setIri: assign((_, { iri }: { iri: Iri | null }) => ({ iri })),
    clearIri: assign({ iri: null }),
  },
  guards: { isOnResource: (_, { iri }: { iri: Iri | null }) => iri !== null },
}).createMachine({
  id: 'hover',
  context: { iri: null },
  initial: 'outside',
  on: {
    'pointer.moved': [
      {
        guard: { type: 'isOnResource', params: eventOf },
        target: '.hovering',
        actions: { type: 'setIri', params: eventOf },
      },
      { target: '.outside' },
    ],
  },
  states: {
    outside: { entry: 'clearIri' },
    hovering: {
      on: {
        'pointer.left': 'outside',
        'pointer.pressed': 'suspended',
        'key.pressed': 'suspended',
      },
    },
    suspended: { entry: 'clearIri', on: { 'pointer.left': 'outside' } },
  },
})

export type HoverRef = ActorRefFrom<typeof hoverMachine>
type Snapshot = SnapshotFrom<typeof hoverMachine>
/** Returns the resource that is hovered, or null. */
export const selectHoveredIri = (snapshot: Snapshot) => snapshot.context.iri
/** True while a resource is hovered, which a press or a key ends. */
export const isHovering = (snapshot: Snapshot) => snapshot.matches('hovering')
/** True while a press or a key hides the hover, although the pointer may be over a resource. */
export const isSuspended = (snapshot: Snapshot) => snapshot.matches('suspended')
