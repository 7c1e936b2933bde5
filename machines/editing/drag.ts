/**
 * Follows a component that is dragged, by the pointer or by keys, from its handle to the place where it is dropped. The
 * library behind the handle decides when a press becomes a drag, such as a long press of a finger.
 */
import { type ActorRefFrom, type SnapshotFrom, and, assign, emit, not, setup } from 'xstate'
import type { GroupMove } from '#content/change/moves/pending-moves.ts'
import type { Iri } from '#content/model/iri.ts'
import type { ConfirmOptions } from '../app/dialogs.ts'
import { promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { eventOf } from '../event-of.ts'
import type { GroupTransfer } from './changes/pending-moves.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    drag:
      | { type: 'drag.started'; item: DragItem; place: DropPlace }
      | { type: 'place.entered'; place: DropPlace | null }
      /** The component stays where it was; `refusal` says why, if it was dropped where it cannot be. */
      | { type: 'drop.canceled'; refusal: string | null }
      | ({ type: 'move.requested' } & GroupMove)
      | ({ type: 'transfer.requested' } & GroupTransfer)
  }
}

/** The component that is moved. */
export interface DragItem {
  position: Iri<'COMPONENT_POSITION'>
  group: Iri<'COMPONENT_GROUP'>
  /** The order of its group as it is shown. */
  order: readonly Iri<'COMPONENT_POSITION'>[]
  label: string
}

/** A place between the components of a group. */
export interface DropPlace extends Omit<GroupTransfer, 'position'> {
  /** Why the component cannot be there, in words; null if it can. */
  refusal: string | null
  /** The question to ask before it is moved there; null if there is none. */
  question: ConfirmOptions | null
}

/** A place that is chosen without dragging. */
interface Choice {
  item: DragItem
  place: DropPlace
}

export type DragEvent =
  /** The handle is pressed; it is not known yet whether it will be dragged. */
  | { type: 'handle.pressed' }
  | { type: 'handle.released' }
  /** `place` is where the component is. */
  | ({ type: 'drag.started' } & Choice)
  /** The component is held over another place; null beside all of them. */
  | { type: 'place.entered'; place: DropPlace | null }
  | { type: 'drop.requested' }
  | { type: 'drag.canceled' }
  | ({ type: 'place.chosen' } & Choice)
  /** Another page is shown. */
  | { type: 'location.committed' }

interface Context {
  item: DragItem | null
  place: DropPlace | null
}

const isUnmoved = ({ item, place }: Context) =>
  place?.group === item?.group && place?.to === item?.order.indexOf(item.position)

const cancel = { target: 'idle', actions: 'emitCanceled' } as const

export const dragMachine = setup({
  types: {} as { context: Context; events: DragEvent; emitted: EmittedBy<'drag'> },
  actors: { confirm: promiseEffect<boolean, ConfirmOptions>('confirm'), listener },
  actions: {
    setChoice: assign((_, { item, place }: Choice) => ({ item, place })),
    setPlace: assign((_, { place }: { place: DropPlace | null }) => ({ place })),
    clear: assign({ item: null, place: null }),
    emitStarted: emit((_, { item, place }: Choice) => ({ type: 'drag.started', item, place })),
    emitEntered: emit((_, { place }: { place: DropPlace | null }) => ({
      type: 'place.entered',
      place,
    })),
    emitCanceled: emit({ type: 'drop.canceled', refusal: null }),
    emitRefused: emit(({ context }) => ({
      type: 'drop.canceled',
      refusal: context.place?.refusal ?? null,
    })),
    emitMove: emit(({ context: { item, place } }) => {
      const { position, group, order } = item!
      return { type: 'move.requested', position, group, order, to: place!.to }
    }),
    emitTransfer: emit(({ context: { item, place } }) => {
      const { group, before, to, count, section } = place!
      const { position } = item!
      return { type: 'transfer.requested', position, group, before, to, count, section }
    }),
  },
  guards: {
    hasPlace: ({ context }) => context.place !== null,
    isRefused: ({ context }) => context.place?.refusal != null,
    isUnmoved: ({ context }) => isUnmoved(context),
    isInGroup: ({ context: { item, place } }) => place?.group === item?.group,
    hasQuestion: ({ context }) => context.place?.question != null,
    isConfirmed: (_, { output }: { output: boolean }) => output,
  },
}).createMachine({
  id: 'drag',
  context: { item: null, place: null },
  invoke: {
    src: 'listener',
    input: listenTo<DragEvent>({ navigation: ['location.committed'] }),
  },
  initial: 'idle',
  states: {
    idle: {
      entry: 'clear',
      on: {
        'handle.pressed': 'pressed',
        'place.chosen': { target: 'dropping', actions: { type: 'setChoice', params: eventOf } },
      },
    },
    pressed: { on: { 'handle.released': 'idle' } },
    dragging: {
      on: {
        'place.entered': {
          actions: [
            { type: 'setPlace', params: eventOf },
            { type: 'emitEntered', params: eventOf },
          ],
        },
        'drop.requested': [
          { guard: 'isRefused', target: 'idle', actions: 'emitRefused' },
          { guard: and(['hasPlace', not('isUnmoved')]), target: 'dropping' },
          cancel,
        ],
        'drag.canceled': cancel,
        'location.committed': cancel,
      },
    },
    dropping: {
      always: [
        { guard: 'hasQuestion', target: 'confirming' },
        { guard: 'isInGroup', target: 'idle', actions: 'emitMove' },
        { target: 'idle', actions: 'emitTransfer' },
      ],
    },
    confirming: {
      invoke: {
        id: 'confirm',
        src: 'confirm',
        input: ({ context }) => context.place!.question!,
        onDone: [
          {
            guard: { type: 'isConfirmed', params: eventOf },
            target: 'idle',
            actions: 'emitTransfer',
          },
          cancel,
        ],
        onError: cancel,
      },
    },
  },
  on: {
    'drag.started': {
      target: '.dragging',
      actions: [
        { type: 'setChoice', params: eventOf },
        { type: 'emitStarted', params: eventOf },
      ],
    },
  },
})

export type DragRef = ActorRefFrom<typeof dragMachine>
type Snapshot = SnapshotFrom<typeof dragMachine>
/** True while a component follows the pointer, or the keys. */
export const isDragging = (snapshot: Snapshot) => snapshot.matches('dragging')
/** True while the handle is held, before it is dragged. */
export const isPressed = (snapshot: Snapshot) => snapshot.matches('pressed')
export const selectItem = (snapshot: Snapshot) => snapshot.context.item
export const selectPlace = (snapshot: Snapshot) => snapshot.context.place
/** True if a place is the one where the dragged component already is. */
export const isAtOrigin = ({ context }: Snapshot) => isUnmoved(context)
