/**
 * Remembers where a press began and ended and whether Tab moves focus, and decides what they select and where they place
 * the caret.
 */
import { type ActorRefFrom, type SnapshotFrom, and, assign, emit, setup } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import type { Point } from '#content/page/geometry/box.ts'
import type { Selection } from '#content/page/selection/selection.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { withEvent } from '../with-event.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    /** A press or Tab selects this; an empty stack is the space beside all resources. */
    pageInput: { type: 'resource.selected' } & Selection
  }
}

/** The points between which a text was pressed: the same for a click. */
export interface PressedPoints {
  from: Point
  to: Point
}

/** The point at which the pointer went down or up. */
export interface PressTarget {
  point: Point
  /** The id of the rich text there, or null. */
  textId: string | null
  /** The innermost resource there; null beside all resources. */
  iri: Iri | null
  /** True for a part of the editor, such as the panel. */
  isChrome: boolean
}

interface Press {
  from: PressTarget
  /** The same as `from` until it has ended. */
  to: PressTarget
}

export type PageInputEvent =
  | { type: 'press.started'; target: PressTarget }
  /** `selection` is what a press there selects; null for a control that is not part of the content. */
  | { type: 'press.ended'; target: PressTarget; selection: Selection | null }
  /** The press has become another gesture, such as scrolling by touch. */
  | { type: 'press.canceled' }
  | { type: 'tab.pressed'; isBackward: boolean }
  /** Any other key. */
  | { type: 'key.pressed' }
  /** A text of the area that is being edited has received focus. */
  | { type: 'text.focused'; selection: Selection }

export const pageInputMachine = setup({
  types: {} as {
    /** The current press, or the last one when no key was pressed since. */
    context: { press: Press | null }
    events: PageInputEvent
    emitted: EmittedBy<'pageInput'>
  },
  actions: {
    startPress: assign((_, { target }: { target: PressTarget }) => ({
      press: { from: target, to: target },
    })),
    endPress: assign(({ context: { press } }, { target }: { target: PressTarget }) => ({
      press: { from: press!.from, to: target },
    })),
    clearPress: assign({ press: null }),
    emitResourceSelected: emit((_, { stack, area }: Selection) => ({
      type: 'resource.selected',
      stack,
      area,
    })),
  },
  guards: {
    isBackward: (_, { isBackward }: { isBackward: boolean }) => isBackward,
    isOnPage: ({ event }) =>
      event.type === 'press.ended' && !event.target.isChrome && event.selection !== null,
    /** Dragging from one resource to another selects text, not a resource. */
    isWhereItBegan: ({ context: { press }, event }) =>
      event.type === 'press.ended' && !press!.from.isChrome && press!.from.iri === event.target.iri,
  },
}).createMachine({
  id: 'pageInput',
  meta: {
    guards: {
      isBackward: 'Shift was held together with Tab.',
      isOnPage: 'The press has ended on something of the page that can be selected.',
      isWhereItBegan: 'The press has ended on the resource on which it began.',
    },
  },
  context: { press: null },
  type: 'parallel',
  states: {
    press: {
      description: 'Where a press began, and what it selects.',
      initial: 'released',
      on: {
        'press.started': {
          target: '.pressed',
          actions: withEvent('startPress'),
        },
      },
      states: {
        /** A click without a press before it comes from the keyboard. */
        released: {
          description: 'Nothing is pressed.',
          on: {
            'press.ended': {
              guard: 'isOnPage',
              actions: [
                withEvent('startPress'),
                { type: 'emitResourceSelected', params: ({ event }) => event.selection! },
              ],
            },
            // A selection by a key has its caret elsewhere.
            'key.pressed': { actions: 'clearPress' },
            'tab.pressed': { actions: 'clearPress' },
          },
        },
        pressed: {
          description: 'A button or a finger is down.',
          on: {
            'press.canceled': { target: 'released', actions: 'clearPress' },
            'press.ended': [
              {
                guard: and(['isOnPage', 'isWhereItBegan']),
                target: 'released',
                actions: [
                  withEvent('endPress'),
                  { type: 'emitResourceSelected', params: ({ event }) => event.selection! },
                ],
              },
              { target: 'released', actions: 'clearPress' },
            ],
          },
        },
      },
    },
    /** The direction in which Tab moves focus. Tabbing to a text selects it, focusing it otherwise does not. */
    tab: {
      description: 'Whether Tab has moved the focus.',
      initial: 'released',
      on: {
        'tab.pressed': [
          {
            guard: withEvent('isBackward'),
            target: '.pressed.backward',
          },
          { target: '.pressed.forward' },
        ],
      },
      states: {
        released: { description: 'Tab was not the last key.' },
        pressed: {
          description: 'Tab has moved the focus, so the text that gets it is selected.',
          initial: 'forward',
          on: {
            'key.pressed': 'released',
            'press.started': 'released',
            'text.focused': {
              actions: { type: 'emitResourceSelected', params: ({ event }) => event.selection },
            },
          },
          states: {
            forward: { description: 'Tab has moved the focus on.' },
            backward: { description: 'Tab has moved the focus back.' },
          },
        },
      },
    },
  },
})

export type PageInputRef = ActorRefFrom<typeof pageInputMachine>
type Snapshot = SnapshotFrom<typeof pageInputMachine>
export const isTabbingBackward = (snapshot: Snapshot) =>
  snapshot.matches({ tab: { pressed: 'backward' } })
/** True while a press or Tab is remembered, which any other key ends. */
export const hasPressOrTab = (snapshot: Snapshot) =>
  snapshot.context.press !== null || snapshot.matches({ tab: 'pressed' })
/** True while the pointer is down. */
export const isPressed = (snapshot: Snapshot) => snapshot.matches({ press: 'pressed' })
/** Returns the points between which a rich text was pressed, or null when it was not pressed last. */
export const selectPressedPoints = (
  { context: { press } }: Snapshot,
  textId: string,
): PressedPoints | null => {
  if (press?.from.textId !== textId) return null
  const { from, to } = press
  return { from: from.point, to: to.textId === textId ? to.point : from.point }
}
