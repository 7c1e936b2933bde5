/** Holds the width of the panel beside the page and its height below it, while it is resized, too, and remembers both. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import {
  type PanelBounds,
  type PanelDimension,
  type PanelSize,
  clampPanelSize,
  defaultPanelSize,
} from '#content/page/geometry/panel-size.ts'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

interface Grab {
  dimension: PanelDimension
  /** The size when the separator was grabbed. */
  size: number
  /** The position of the pointer along the axis of the dimension, in pixels. */
  at: number
}

type PanelSizeEvent =
  | ({ type: 'separator.grabbed' } & Grab)
  | { type: 'separator.dragged'; at: number; bounds: PanelBounds }
  | { type: 'separator.released' }
  | { type: 'drag.canceled' }
  /** A size was chosen by a key, or the default (null) by Enter or a double click. */
  | { type: 'size.chosen'; dimension: PanelDimension; size: number | null }

interface Context {
  size: PanelSize
  grab: Grab | null
  /** The sizes to go back to when the drag is canceled. */
  previous: PanelSize
}

export const panelSizeMachine = setup({
  types: {} as { context: Context; events: PanelSizeEvent },
  actors: {
    /** Resolves with the sizes that this browser remembers. */
    readPanelSize: promiseEffect<PanelSize>(),
  },
  actions: {
    savePanelSize: actionEffect<PanelSize>(),
    setRead: assign((_, { output }: { output: PanelSize }) => ({ size: output })),
    grab: assign(({ context: { size } }, { dimension, size: from, at }: Grab) => ({
      grab: { dimension, size: from, at },
      previous: size,
    })),
    drag: assign(({ context }, { at, bounds }: { at: number; bounds: PanelBounds }) => ({
      size: context.grab ? draggedSize(context.size, context.grab, at, bounds) : context.size,
    })),
    restore: assign(({ context: { previous } }) => ({ size: previous })),
    release: assign({ grab: null }),
    choose: assign(
      ({ context }, { dimension, size }: { dimension: PanelDimension; size: number | null }) => ({
        size: { ...context.size, [dimension]: size },
      }),
    ),
  },
}).createMachine({
  id: 'panelSize',
  context: { size: defaultPanelSize, grab: null, previous: defaultPanelSize },
  initial: 'reading',
  states: {
    reading: {
      description: 'Looks how large the panel was before.',
      invoke: {
        id: 'readPanelSize',
        src: 'readPanelSize',
        onDone: { target: 'idle', actions: withEvent('setRead') },
        onError: 'idle',
      },
    },
    idle: {
      description: 'The panel has its size.',
      on: {
        'separator.grabbed': { target: 'resizing', actions: withEvent('grab') },
        'size.chosen': {
          actions: [withEvent('choose'), { type: 'savePanelSize', params: sizeOf }],
        },
      },
    },
    resizing: {
      description: 'The edge of the panel follows the pointer.',
      exit: 'release',
      on: {
        'separator.dragged': { actions: withEvent('drag') },
        'separator.released': {
          target: 'idle',
          actions: { type: 'savePanelSize', params: sizeOf },
        },
        'drag.canceled': { target: 'idle', actions: 'restore' },
      },
    },
  },
})

/** The edge of the panel follows the pointer, which comes from the page's side: the panel grows as the position shrinks. */
const draggedSize = (size: PanelSize, grab: Grab, at: number, bounds: PanelBounds): PanelSize => ({
  ...size,
  [grab.dimension]: clampPanelSize(grab.size + grab.at - at, bounds),
})

function sizeOf({ context }: { context: Context }) {
  return context.size
}

export type PanelSizeRef = ActorRefFrom<typeof panelSizeMachine>
type Snapshot = SnapshotFrom<typeof panelSizeMachine>
export const selectPanelSize = (snapshot: Snapshot) => snapshot.context.size
/** True while the separator is dragged. */
export const isResizing = (snapshot: Snapshot) => snapshot.matches('resizing')
