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
  meta: {
    guards: {
      isEnabled: 'The user has not turned such shortcuts off.',
      areCharacterKeysEnabled: 'Single characters are shortcuts.',
    },
  },
  type: 'parallel',
  states: {
    list: {
      description: 'The list of keyboard shortcuts.',
      initial: 'closed',
      states: {
        closed: {
          description: 'The list is not shown.',
          on: {
            'list.requested': 'open',
            'characterKey.pressed': { guard: 'areCharacterKeysEnabled', target: 'open' },
          },
        },
        open: { description: 'The list is shown.', on: { 'list.dismissed': 'closed' } },
      },
    },
    characterKeys: {
      description: 'Whether single characters are shortcuts.',
      initial: 'reading',
      states: {
        reading: {
          description: 'Looks what the user has chosen before.',
          invoke: {
            id: 'areCharacterKeysEnabled',
            src: 'areCharacterKeysEnabled',
            onDone: [{ guard: withEvent('isEnabled'), target: 'enabled' }, { target: 'disabled' }],
            onError: 'enabled',
          },
        },
        enabled: {
          description: 'Single characters are shortcuts.',
          on: {
            'characterKeys.disabled': {
              target: 'disabled',
              actions: { type: 'saveCharacterKeys', params: { enabled: false } },
            },
          },
        },
        disabled: {
          description: 'The user has turned such shortcuts off.',
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
