/** Offers to put the site among one's apps, where the browser can; once somebody has said no, never again. */
import { type ActorRefFrom, type SnapshotFrom, setup } from 'xstate'
import { callbackEffect, actionEffect, promiseEffect } from '../effects.ts'

/** What the browser says of it. */
export type BrowserInstallEvent = { type: 'install.offered' } | { type: 'install.completed' }

export type InstallPromptEvent =
  | BrowserInstallEvent
  | { type: 'install.requested' }
  /** Not now, and not later either. */
  | { type: 'install.dismissed' }

export const installPromptMachine = setup({
  types: {} as { events: InstallPromptEvent },
  actors: {
    /** Says nothing where the offer has been refused before. */
    watchInstallPrompt: callbackEffect<BrowserInstallEvent>('watchInstallPrompt'),
    /** The browser's own question, which it lets us ask once for each offer. */
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
