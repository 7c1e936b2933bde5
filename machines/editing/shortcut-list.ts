/**
 * Shows the list of keyboard shortcuts. A key that types a character opens it only until its user turns such keys off,
 * which speech input and slips of the hand would press by accident (WCAG 2.1.4).
 */
import { type ActorRefFrom, type SnapshotFrom, setup, stateIn } from 'xstate'
import { actionEffect, promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

type ShortcutListEvent =
  /** The list was requested in the menu, or by keys with a modifier. */
  | { type: 'list.requested' }
  | { type: 'list.dismissed' }
  | { type: 'characterKey.pressed' }
  | { type: 'characterKeys.enabled' }
  | { type: 'characterKeys.disabled' }

export const shortcutListMachine = setup({
  types: {} as { events: ShortcutListEvent },
  actors: {
    /** Resolves with false if the keys were turned off in this browser. */
    areCharacterKeysEnabled: promiseEffect<boolean>(),
  },
  actions: { saveCharacterKeys: actionEffect<{ enabled: boolean }>() },
  guards: {
    isEnabled: (_, { output }: { output: boolean }) => output,
    areCharacterKeysEnabled: stateIn({ characterKeys: 'enabled' }),
  },
}).createMachine({
  id: 'shortcutList',
  type: 'parallel',
  states: {
    list: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            'list.requested': 'open',
            'characterKey.pressed': { guard: 'areCharacterKeysEnabled', target: 'open' },
          },
        },
        open: { on: { 'list.dismissed': 'closed' } },
      },
    },
    characterKeys: {
      initial: 'reading',
      states: {
        reading: {
          invoke: {
            id: 'areCharacterKeysEnabled',
            src: 'areCharacterKeysEnabled',
            onDone: [{ guard: withEvent('isEnabled'), target: 'enabled' }, { target: 'disabled' }],
            onError: 'enabled',
          },
        },
        enabled: {
          on: {
            'characterKeys.disabled': {
              target: 'disabled',
              actions: { type: 'saveCharacterKeys', params: { enabled: false } },
            },
          },
        },
        disabled: {
          on: {
            'characterKeys.enabled': {
              target: 'enabled',
              actions: { type: 'saveCharacterKeys', params: { enabled: true } },
            },
          },
        },
      },
    },
  },
})

export type ShortcutListRef = ActorRefFrom<typeof shortcutListMachine>
type Snapshot = SnapshotFrom<typeof shortcutListMachine>
export const isOpen = (snapshot: Snapshot) => snapshot.matches({ list: 'open' })
/** True while a key that types a character opens the list. */
export const areCharacterKeysEnabled = (snapshot: Snapshot) =>
  snapshot.matches({ characterKeys: 'enabled' })
