/**
 * Follows a component that is dragged, by the pointer or by keys, from its handle to where it is dropped. The
 * library behind the handle decides when a press becomes a drag, such as a long press of a finger.
 */
import { type ActorRefFrom, type SnapshotFrom, assign, emit, not, or, setup } from 'xstate'
import type { GatheredPositions } from '#content/change/moves/moves-into.ts'
import type { GroupMove } from '#content/change/moves/pending-moves.ts'
import type { GroupTransfer } from '#content/change/moves/transfers.ts'
import type { ConfirmOptions } from '../app/dialogs.ts'
import { promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'
import {
  type DragContext,
  type DragItem,
  type DescribedDropTarget,
  emptyDrag,
  gatheringOf,
  isUnmoved,
  moveOf,
  transferOf,
} from './drag-context.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    drag:
      | { type: 'drag.started'; item: DragItem; dropTarget: DescribedDropTarget }
      | { type: 'dropTarget.entered'; dropTarget: DescribedDropTarget | null }
      /** The component stays where it was; `refusal` says why, if it was dropped where it cannot be. */
      | { type: 'drop.canceled'; refusal: string | null }
      /** The component has been held over this collapsed item of the outline for a moment. */
      | { type: 'collapsedItem.held'; key: string }
      | ({ type: 'move.requested' } & GroupMove)
      | ({ type: 'moveAll.requested' } & GatheredPositions)
      | ({ type: 'transfer.requested' } & GroupTransfer)
  }
}

interface Choice {
  item: DragItem
  dropTarget: DescribedDropTarget
}

type Start = Choice & Pick<DragContext, 'start'>

export type DragEvent =
  /** The handle is pressed; it is not known yet whether it will be dragged. */
  | { type: 'handle.pressed' }
  | { type: 'handle.released' }
  /** `dropTarget` is where the component is. */
  | ({ type: 'drag.started' } & Start)
  /** The component is held over another drop target; null beside all of them. */
  | { type: 'dropTarget.entered'; dropTarget: DescribedDropTarget | null }
  /** It is held over another collapsed item of the outline; null beside all of them. */
  | { type: 'collapsedItem.entered'; key: string | null }
  | { type: 'drop.requested' }
  | { type: 'drag.canceled' }
  /** A drop target is chosen without dragging. */
  | ({ type: 'dropTarget.chosen' } & Choice)
  /** Another page is shown. */
  | { type: 'location.committed' }

const cancel = { target: '#drag.idle', actions: 'emitCanceled' } as const

export const dragMachine = setup({
  types: {} as { context: DragContext; events: DragEvent; emitted: EmittedBy<'drag'> },
  actors: { confirm: promiseEffect<boolean, ConfirmOptions>(), listener },
  actions: {
    setStart: assign((_, { item, dropTarget, start }: Start) => ({ item, dropTarget, start })),
    setChoice: assign((_, { item, dropTarget }: Choice) => ({ item, dropTarget })),
    setDropTarget: assign((_, { dropTarget }: { dropTarget: DescribedDropTarget | null }) => ({
      dropTarget,
    })),
    setCollapsedItem: assign((_, { key }: { key: string | null }) => ({ collapsedItem: key })),
    clear: assign(emptyDrag),
    emitStarted: emit((_, { item, dropTarget }: Choice) => ({
      type: 'drag.started',
      item,
      dropTarget,
    })),
    emitEntered: emit((_, { dropTarget }: { dropTarget: DescribedDropTarget | null }) => ({
      type: 'dropTarget.entered',
      dropTarget,
    })),
    emitHeld: emit(({ context }) => ({ type: 'collapsedItem.held', key: context.collapsedItem! })),
    emitCanceled: emit({ type: 'drop.canceled', refusal: null }),
    emitRefused: emit(({ context }) => ({
      type: 'drop.canceled',
      refusal: context.dropTarget?.refusal ?? null,
    })),
    emitMove: emit(({ context }) => ({ type: 'move.requested', ...moveOf(context) })),
    emitMoveAll: emit(({ context }) => ({
      type: 'moveAll.requested',
      ...gatheringOf(context),
    })),
    emitTransfer: emit(({ context }) => ({ type: 'transfer.requested', ...transferOf(context) })),
  },
  guards: {
    isOverCollapsedItem: ({ context }) => context.collapsedItem !== null,
    isByPointer: ({ context }) => context.start !== null,
    hasDropTarget: ({ context }) => context.dropTarget !== null,
    isRefused: ({ context }) => context.dropTarget?.refusal != null,
    isUnmoved: ({ context }) => isUnmoved(context),
    isSeveral: ({ context }) => context.item !== null && context.item.positions.length > 1,
    isInGroup: ({ context: { item, dropTarget } }) => dropTarget?.group === item?.group,
    needsConfirmation: ({ context }) => context.dropTarget?.confirmation != null,
    isConfirmed: (_, { output }: { output: boolean }) => output,
  },
  delays: {
    /** Until the click that follows the release of a pointer, which would dismiss the dialog. */
    clickDelay: 0,
    /** Until a collapsed item of the outline is expanded. */
    expandDelay: 600,
  },
}).createMachine({
  id: 'drag',
  meta: {
    guards: {
      isOverCollapsedItem: 'The component is held over a collapsed item of the outline.',
      isByPointer: 'The component is dragged by a pointer, and not by keys.',
      hasDropTarget: 'The component is over a place where it may be dropped.',
      isRefused: 'The place does not take the component.',
      isUnmoved: 'The place is the one where the component is already.',
      isSeveral: 'Several components are dragged together.',
      isInGroup: 'The place is in the same group.',
      needsConfirmation: 'The move changes the layout, which other pages show, too.',
      isConfirmed: 'The user wants the move.',
    },
  },
  context: emptyDrag,
  invoke: listenTo<DragEvent>({ navigation: ['location.committed'] }),
  initial: 'idle',
  states: {
    idle: {
      description: 'Nothing is dragged.',
      entry: 'clear',
      on: {
        'handle.pressed': 'pressed',
        'dropTarget.chosen': {
          target: 'dropping',
          actions: withEvent('setChoice'),
        },
      },
    },
    pressed: {
      description: 'A handle is held down, and may be about to be dragged.',
      on: { 'handle.released': 'idle' },
    },
    dragging: {
      description: 'A component follows the pointer or the keys.',
      initial: 'held',
      states: {
        held: {
          description: 'The component has not been let go of.',
          after: { expandDelay: { guard: 'isOverCollapsedItem', actions: 'emitHeld' } },
          on: {
            'collapsedItem.entered': {
              target: 'held',
              reenter: true,
              actions: withEvent('setCollapsedItem'),
            },
            'dropTarget.entered': {
              actions: [withEvent('setDropTarget'), withEvent('emitEntered')],
            },
            'drop.requested': [
              { guard: 'isByPointer', target: 'releasing' },
              { target: '#drag.dropping' },
            ],
          },
        },
        releasing: {
          description:
            'The pointer was released; its click is awaited, so that it does nothing else.',
          after: { clickDelay: '#drag.dropping' },
        },
      },
      on: { 'drag.canceled': cancel, 'location.committed': cancel },
    },
    dropping: {
      description: 'Decides what dropping here does.',
      always: [
        { guard: 'isRefused', target: 'idle', actions: 'emitRefused' },
        { guard: or([not('hasDropTarget'), 'isUnmoved']), ...cancel },
        { guard: 'needsConfirmation', target: 'confirming' },
        { target: 'moving' },
      ],
    },
    moving: {
      description: 'Decides what kind of move this is.',
      always: [
        { guard: 'isSeveral', target: 'idle', actions: 'emitMoveAll' },
        { guard: 'isInGroup', target: 'idle', actions: 'emitMove' },
        { target: 'idle', actions: 'emitTransfer' },
      ],
    },
    confirming: {
      description: 'The user is told that other pages change, too, and is asked.',
      invoke: {
        id: 'confirm',
        src: 'confirm',
        input: ({ context }) => context.dropTarget!.confirmation!,
        onDone: [{ guard: withEvent('isConfirmed'), target: 'moving' }, cancel],
        onError: cancel,
      },
    },
  },
  on: {
    'drag.started': {
      target: '.dragging',
      actions: [withEvent('setStart'), withEvent('emitStarted')],
    },
  },
})

export type DragRef = ActorRefFrom<typeof dragMachine>
type Snapshot = SnapshotFrom<typeof dragMachine>
/** True while a component follows the pointer, or the keys, and until it is dropped. */
export const isDragging = (snapshot: Snapshot) => snapshot.matches('dragging')
/** True while keys move it. */
export const isDraggedByKeys = (snapshot: Snapshot) =>
  isDragging(snapshot) && snapshot.context.start === null
/** True while the handle is held, before it is dragged. */
export const isPressed = (snapshot: Snapshot) => snapshot.matches('pressed')
export const selectItem = (snapshot: Snapshot) => snapshot.context.item
export const selectDropTarget = (snapshot: Snapshot) => snapshot.context.dropTarget
export const selectStart = (snapshot: Snapshot) => snapshot.context.start
export const selectCollapsedItem = (snapshot: Snapshot) => snapshot.context.collapsedItem
/** True if a drop target is the one where the dragged component already is. */
export const isAtOrigin = ({ context }: Snapshot) => isUnmoved(context)
