/** Offers to install the site as an app, where the browser supports it, until the user declines once. */
import { type ActorRefFrom, type SnapshotFrom, setup } from 'xstate'
import { callbackEffect, actionEffect, promiseEffect } from '../declare-effects.ts'

/** Events of the browser (`beforeinstallprompt`, `appinstalled`). */
export type BrowserInstallEvent = { type: 'install.offered' } | { type: 'install.completed' }

export type InstallPromptEvent =
  | BrowserInstallEvent
  | { type: 'install.requested' }
  /** The user declined. The offer is never shown again. */
  | { type: 'install.dismissed' }

export const installPromptMachine = setup({
  types: {} as { events: InstallPromptEvent },
  actors: {
    /** Sends nothing if the user has declined before. */
    watchInstallPrompt: callbackEffect<BrowserInstallEvent>('watchInstallPrompt'),
    /** Shows the browser's own prompt, which is allowed once per offer. */
    showInstallPrompt: promiseEffect<void>('showInstallPrompt'),
  },
  actions: { saveDismissal: actionEffect('saveDismissal') },
}).createMachine({
  id: 'installPrompt',
  invoke: { id: 'watchInstallPrompt', src: 'watchInstallPrompt', onError: '.unavailable' },
  initial: 'waiting',
  on: { 'install.completed': '.unavailable' },
  states: {
    waiting: { on: { 'install.offered': 'offered' } },
    offered: { on: { 'install.requested': 'prompting', 'install.dismissed': 'dismissed' } },
    prompting: {
      invoke: {
        id: 'showInstallPrompt',
        src: 'showInstallPrompt',
        onDone: 'waiting',
        onError: 'waiting',
      },
    },
    dismissed: { entry: 'saveDismissal' },
    unavailable: { on: { 'install.completed': undefined } },
  },
})

export type InstallPromptRef = ActorRefFrom<typeof installPromptMachine>
type Snapshot = SnapshotFrom<typeof installPromptMachine>
export const canInstall = (snapshot: Snapshot) => snapshot.can({ type: 'install.requested' })
