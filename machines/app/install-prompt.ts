/** Offers to install the site as an app, where the browser supports it, until the user declines once. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { callbackEffect, actionEffect, promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

/** The browser's offer to show its own prompt, once. */
export interface Offer {
  prompt: () => Promise<unknown>
}

/** Events of the browser (`beforeinstallprompt`, `appinstalled`). */
export type BrowserInstallEvent =
  ({ type: 'install.offered' } & Offer) | { type: 'install.completed' }

export type InstallPromptEvent =
  | BrowserInstallEvent
  | { type: 'install.requested' }
  /** The user declined. The offer is never shown again. */
  | { type: 'install.dismissed' }

export const installPromptMachine = setup({
  types: {} as { context: { offer: Offer | null }; events: InstallPromptEvent },
  actors: {
    /** Sends nothing if the user has declined before. */
    watchInstallPrompt: callbackEffect<BrowserInstallEvent>(),
    /** Shows the browser's own prompt, which is allowed once per offer. */
    showInstallPrompt: promiseEffect<void, Offer>(),
  },
  actions: {
    setOffer: assign((_, { prompt }: Offer) => ({ offer: { prompt } })),
    saveDismissal: actionEffect(),
  },
}).createMachine({
  id: 'installPrompt',
  context: { offer: null },
  invoke: { id: 'watchInstallPrompt', src: 'watchInstallPrompt', onError: '.unavailable' },
  initial: 'waiting',
  on: { 'install.completed': '.unavailable' },
  states: {
    waiting: {
      description: 'The browser has not offered to install the site.',
      on: {
        'install.offered': {
          target: 'offered',
          actions: withEvent('setOffer'),
        },
      },
    },
    offered: {
      description: 'A notice offers to install the site as an app.',
      on: { 'install.requested': 'prompting', 'install.dismissed': 'dismissed' },
    },
    prompting: {
      description: 'The browser asks whether to install the site.',
      invoke: {
        id: 'showInstallPrompt',
        src: 'showInstallPrompt',
        input: ({ context }) => context.offer!,
        onDone: 'waiting',
        onError: 'waiting',
      },
    },
    dismissed: {
      description: 'The user has declined, and is not asked again.',
      entry: 'saveDismissal',
    },
    unavailable: {
      description: 'The site is installed, or the browser cannot install it.',
      on: { 'install.completed': undefined },
    },
  },
})

export type InstallPromptRef = ActorRefFrom<typeof installPromptMachine>
type Snapshot = SnapshotFrom<typeof installPromptMachine>
export const canInstall = (snapshot: Snapshot) => snapshot.can({ type: 'install.requested' })
