/**
 * Shows and hides the outline of the page, and remembers that for this tab. Holds which of its items are collapsed, which
 * one Tab reaches, which section is being renamed, and its typeahead.
 */
import { type ActorRefFrom, type EventObject, type SnapshotFrom, assign, setup } from 'xstate'
import { withAncestorsExpanded } from '#content/page/outline/outline.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { callbackEffect, promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

type OutlineEvent =
  | { type: 'toggle.requested' }
  | { type: 'close.requested' }
  | { type: 'item.focused'; key: string }
  | { type: 'item.collapsed'; key: string }
  | { type: 'item.expanded'; key: string }
  /** A component that is dragged was held over a collapsed item for a moment. */
  | { type: 'collapsedItem.held'; key: string }
  /** The selection on the page has changed: the items around its item are expanded, and it becomes active. */
  | { type: 'item.revealed'; key: string }
  /** An item was pressed. `isCovered` is true where the outline covers the page that shows it. */
  | { type: 'item.selected'; isCovered: boolean }
  | { type: 'character.typed'; character: string }
  /** The outline has received the focus that it was opened with. */
  | { type: 'focus.moved' }
  /** The name of a section is to be typed in its row, also while the outline is closed. */
  | { type: 'rename.requested'; key: string }
  /** The name was entered by a key. */
  | { type: 'rename.confirmed' }
  /** The focus has left the field of the name. */
  | { type: 'rename.left' }
  /** The page of the outline is another one. */
  | { type: 'location.committed' }

interface Context {
  /** The keys of collapsed items. */
  collapsed: readonly string[]
  /** The key of the item that Tab reaches; null for the first one. */
  active: string | null
  /** The key of the section that is being renamed, or was last. */
  renamed: string | null
  /** The characters typed so far to find an item. */
  typeahead: string
  /** True from the request to open the outline until it has received the focus. */
  takesFocus: boolean
}

export const outlineMachine = setup({
  types: {} as { context: Context; events: OutlineEvent },
  actors: {
    /** Resolves with true if the outline was open when the document of this tab was unloaded. */
    wasOutlineOpen: promiseEffect<boolean>(),
    /** Remembers that the outline is open, until it is closed. */
    rememberOutline: callbackEffect<EventObject>(),
    listener,
  },
  actions: {
    setActive: assign((_, { key }: { key: string }) => ({ active: key })),
    setRenamed: assign((_, { key }: { key: string }) => ({ active: key, renamed: key })),
    collapse: assign(({ context: { collapsed } }, { key }: { key: string }) => ({
      collapsed: [...collapsed, key],
    })),
    expand: assign(({ context: { collapsed } }, { key }: { key: string }) => ({
      collapsed: collapsed.filter((other) => other !== key),
    })),
    expandAncestors: assign(({ context: { collapsed } }, { key }: { key: string }) => ({
      collapsed: withAncestorsExpanded(collapsed, key),
    })),
    addCharacter: assign(({ context: { typeahead } }, { character }: { character: string }) => ({
      typeahead: typeahead + character,
    })),
    clearTypeahead: assign({ typeahead: '' }),
    requestFocus: assign({ takesFocus: true }),
    clearFocusRequest: assign({ takesFocus: false }),
  },
  guards: {
    wasOpen: (_, { output }: { output: boolean }) => output,
    isCovered: (_, { isCovered }: { isCovered: boolean }) => isCovered,
  },
  delays: {
    /** The pause after which the next character begins another search. */
    typeaheadTimeout: 700,
  },
}).createMachine({
  id: 'outline',
  meta: {
    guards: {
      wasOpen: 'The outline was open before the tab was loaded again.',
      isCovered: 'The outline covers what was selected.',
    },
  },
  // The layout is shared by other pages, and is edited more rarely than the page.
  context: {
    collapsed: ['layout'],
    active: null,
    renamed: null,
    typeahead: '',
    takesFocus: false,
  },
  invoke: listenTo<OutlineEvent>({
    drag: ['collapsedItem.held'],
    navigation: ['location.committed'],
  }),
  initial: 'reading',
  on: {
    'toggle.requested': { target: '.open', actions: 'requestFocus' },
    'rename.requested': {
      target: '.open.renaming',
      actions: [withEvent('expandAncestors'), withEvent('setRenamed'), 'requestFocus'],
    },
  },
  states: {
    reading: {
      description: 'Looks whether the outline was open before the tab was loaded again.',
      invoke: {
        id: 'wasOutlineOpen',
        src: 'wasOutlineOpen',
        onDone: [{ guard: withEvent('wasOpen'), target: 'open' }, { target: 'closed' }],
        onError: 'closed',
      },
    },
    closed: { description: 'The outline is hidden.' },
    open: {
      description: 'The outline of the page is shown.',
      invoke: { id: 'rememberOutline', src: 'rememberOutline', onError: {} },
      initial: 'idle',
      on: {
        'toggle.requested': 'closed',
        'close.requested': 'closed',
        'item.focused': { actions: withEvent('setActive') },
        'item.collapsed': {
          actions: [withEvent('collapse'), withEvent('setActive')],
        },
        'item.expanded': {
          actions: [withEvent('expand'), withEvent('setActive')],
        },
        'collapsedItem.held': { actions: withEvent('expand') },
        'item.revealed': {
          actions: [withEvent('expandAncestors'), withEvent('setActive')],
        },
        'item.selected': { guard: withEvent('isCovered'), target: 'closed' },
        'focus.moved': { actions: 'clearFocusRequest' },
        'character.typed': {
          target: '.searching',
          actions: withEvent('addCharacter'),
        },
      },
      states: {
        idle: {
          description: 'The items can be reached by keys and by the pointer.',
          entry: 'clearTypeahead',
        },
        searching: {
          description: 'Characters are being typed to reach an item by its name.',
          after: { typeaheadTimeout: 'idle' },
        },
        renaming: {
          description: 'The name of a section is being typed.',
          on: {
            'rename.confirmed': { target: 'idle', actions: 'requestFocus' },
            // By Escape, which gives the name up and leaves the outline open.
            'close.requested': { target: 'idle', actions: 'requestFocus' },
            'rename.left': 'idle',
            'location.committed': 'idle',
          },
        },
      },
    },
  },
})

export type OutlineRef = ActorRefFrom<typeof outlineMachine>
type Snapshot = SnapshotFrom<typeof outlineMachine>
export const isOpen = (snapshot: Snapshot) => snapshot.matches('open')
/** True while a character adds to the ones before it. */
export const isSearching = (snapshot: Snapshot) => snapshot.matches({ open: 'searching' })
export const selectCollapsed = (snapshot: Snapshot) => snapshot.context.collapsed
export const selectActive = (snapshot: Snapshot) => snapshot.context.active
/** Returns the key of the section whose name is being typed, or null. */
export const selectRenamed = (snapshot: Snapshot) =>
  snapshot.matches({ open: 'renaming' }) ? snapshot.context.renamed : null
export const selectTypeahead = (snapshot: Snapshot) => snapshot.context.typeahead
export const selectTakesFocus = (snapshot: Snapshot) => snapshot.context.takesFocus
