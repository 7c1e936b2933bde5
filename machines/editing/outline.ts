/**
 * Shows and hides the outline of the page, and remembers that for this tab. Holds which of its items are folded, which one
 * Tab reaches, and what is typed to find one.
 */
import { type ActorRefFrom, type EventObject, type SnapshotFrom, assign, setup } from 'xstate'
import { unfoldedAround } from '#content/page/outline.ts'
import { callbackEffect, promiseEffect } from '../declare-effects.ts'
import { eventOf } from '../event-of.ts'

type OutlineEvent =
  | { type: 'toggle.requested' }
  | { type: 'close.requested' }
  | { type: 'item.focused'; key: string }
  | { type: 'item.folded'; key: string }
  | { type: 'item.unfolded'; key: string }
  /** The selection on the page has changed: the items around its item are unfolded, and it becomes active. */
  | { type: 'item.revealed'; key: string }
  /** An item was pressed. `isCovered` is true where the outline covers the page that shows it. */
  | { type: 'item.selected'; isCovered: boolean }
  | { type: 'letter.typed'; letter: string }
  /** The outline has received the focus that it was opened with. */
  | { type: 'focus.moved' }

interface Context {
  /** The keys of folded items. */
  folded: readonly string[]
  /** The key of the item that Tab reaches; null for the first one. */
  active: string | null
  /** The letters typed so far to find an item. */
  typed: string
  /** True from the request to open the outline until it has received the focus. */
  takesFocus: boolean
}

export const outlineMachine = setup({
  types: {} as { context: Context; events: OutlineEvent },
  actors: {
    /** Resolves with true if the outline was open when the document of this tab was unloaded. */
    wasOutlineOpen: promiseEffect<boolean>('wasOutlineOpen'),
    /** Remembers that the outline is open, until it is closed. */
    rememberOutline: callbackEffect<EventObject>('rememberOutline'),
  },
  actions: {
    setActive: assign((_, { key }: { key: string }) => ({ active: key })),
    fold: assign(({ context: { folded } }, { key }: { key: string }) => ({
      folded: [...folded, key],
    })),
    unfold: assign(({ context: { folded } }, { key }: { key: string }) => ({
      folded: folded.filter((other) => other !== key),
    })),
    unfoldAround: assign(({ context: { folded } }, { key }: { key: string }) => ({
      folded: unfoldedAround(folded, key),
    })),
    addLetter: assign(({ context: { typed } }, { letter }: { letter: string }) => ({
      typed: typed + letter,
    })),
    clearTyped: assign({ typed: '' }),
    requestFocus: assign({ takesFocus: true }),
    clearFocusRequest: assign({ takesFocus: false }),
  },
  guards: {
    wasOpen: (_, { output }: { output: boolean }) => output,
    isCovered: (_, { isCovered }: { isCovered: boolean }) => isCovered,
  },
  delays: {
    /** The pause after which the next letter begins another word. */
    typingPause: 700,
  },
}).createMachine({
  id: 'outline',
  // The layout is shared by other pages, and is edited more rarely than the page.
  context: { folded: ['layout'], active: null, typed: '', takesFocus: false },
  initial: 'reading',
  on: { 'toggle.requested': { target: '.open', actions: 'requestFocus' } },
  states: {
    reading: {
      invoke: {
        id: 'wasOutlineOpen',
        src: 'wasOutlineOpen',
        onDone: [
          { guard: { type: 'wasOpen', params: eventOf }, target: 'open' },
          { target: 'closed' },
        ],
        onError: 'closed',
      },
    },
    closed: {},
    open: {
      invoke: { id: 'rememberOutline', src: 'rememberOutline', onError: {} },
      initial: 'idle',
      on: {
        'toggle.requested': 'closed',
        'close.requested': 'closed',
        'item.focused': { actions: { type: 'setActive', params: eventOf } },
        'item.folded': {
          actions: [
            { type: 'fold', params: eventOf },
            { type: 'setActive', params: eventOf },
          ],
        },
        'item.unfolded': {
          actions: [
            { type: 'unfold', params: eventOf },
            { type: 'setActive', params: eventOf },
          ],
        },
        'item.revealed': {
          actions: [
            { type: 'unfoldAround', params: eventOf },
            { type: 'setActive', params: eventOf },
          ],
        },
        'item.selected': { guard: { type: 'isCovered', params: eventOf }, target: 'closed' },
        'focus.moved': { actions: 'clearFocusRequest' },
      },
      states: {
        idle: {
          entry: 'clearTyped',
          on: {
            'letter.typed': {
              target: 'searching',
              actions: { type: 'addLetter', params: eventOf },
            },
          },
        },
        searching: {
          after: { typingPause: 'idle' },
          on: {
            'letter.typed': {
              target: 'searching',
              reenter: true,
              actions: { type: 'addLetter', params: eventOf },
            },
          },
        },
      },
    },
  },
})

export type OutlineRef = ActorRefFrom<typeof outlineMachine>
type Snapshot = SnapshotFrom<typeof outlineMachine>
export const isOpen = (snapshot: Snapshot) => snapshot.matches('open')
/** True while a letter adds to the ones before it. */
export const isSearching = (snapshot: Snapshot) => snapshot.matches({ open: 'searching' })
export const selectFolded = (snapshot: Snapshot) => snapshot.context.folded
export const selectActive = (snapshot: Snapshot) => snapshot.context.active
export const selectTyped = (snapshot: Snapshot) => snapshot.context.typed
export const selectTakesFocus = (snapshot: Snapshot) => snapshot.context.takesFocus
