/** Remembers where a press on the page began and whether Tab moves focus, and decides what they select. */
import { type ActorRefFrom, type SnapshotFrom, and, assign, emit, setup } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import type { EmittedBy } from '../emitted-events.ts'
import type { Selection } from './selection-context.ts'

/** The place at which the pointer went down or up. */
export interface PressTarget {
  /** The innermost resource there; null beside all resources. */
  iri: Iri | null
  /** True for a part of the editor, such as the panel. */
  isChrome: boolean
}

export type PageInputEvent =
  | { type: 'press.started'; target: PressTarget }
  /** `selection` is what a press there selects; null for a control that is none of the page's content. */
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
    /** The place at which the last press began. */
    context: { origin: PressTarget | null }
    events: PageInputEvent
    emitted: EmittedBy<'pageInput'>
  },
  actions: {
    setOrigin: assign((_, { target }: { target: PressTarget }) => ({ origin: target })),
    clearOrigin: assign({ origin: null }),
    emitSelected: emit((_, { stack, area }: Selection) => ({
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
    isWhereItBegan: ({ context: { origin }, event }) =>
      event.type === 'press.ended' && !origin!.isChrome && origin!.iri === event.target.iri,
  },
}).createMachine({
  id: 'pageInput',
  context: { origin: null },
  type: 'parallel',
  states: {
    press: {
      initial: 'released',
      on: {
        'press.started': {
          target: '.pressed',
          actions: { type: 'setOrigin', params: ({ event }) => event },
        },
      },
      states: {
        /** A click without a press before it comes from the keyboard. */
        released: {
          on: {
            'press.ended': {
              guard: 'isOnPage',
              actions: { type: 'emitSelected', params: ({ event }) => event.selection! },
            },
          },
        },
        pressed: {
          exit: 'clearOrigin',
          on: {
            'press.canceled': 'released',
            'press.ended': [
              {
                guard: and(['isOnPage', 'isWhereItBegan']),
                target: 'released',
                actions: { type: 'emitSelected', params: ({ event }) => event.selection! },
              },
              { target: 'released' },
            ],
          },
        },
      },
    },
    /** The direction in which Tab moves focus. Tabbing to a text selects it, focusing it otherwise does not. */
    tab: {
      initial: 'released',
      on: {
        'tab.pressed': [
          {
            guard: { type: 'isBackward', params: ({ event }) => event },
            target: '.pressed.backward',
          },
          { target: '.pressed.forward' },
        ],
      },
      states: {
        released: {},
        pressed: {
          initial: 'forward',
          on: {
            'key.pressed': 'released',
            'press.started': 'released',
            'text.focused': {
              actions: { type: 'emitSelected', params: ({ event }) => event.selection },
            },
          },
          states: { forward: {}, backward: {} },
        },
      },
    },
  },
})

export type PageInputRef = ActorRefFrom<typeof pageInputMachine>
export const isTabbingBackward = (snapshot: SnapshotFrom<typeof pageInputMachine>) =>
  snapshot.matches({ tab: { pressed: 'backward' } })
/** True while the pointer is down. */
export const isPressed = (snapshot: SnapshotFrom<typeof pageInputMachine>) =>
  snapshot.matches({ press: 'pressed' })
