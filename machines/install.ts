/** Offers to put the site among one's apps, where the browser can; once somebody has said no, never again. */
import { type ActorRefFrom, type SnapshotFrom, setup } from 'xstate'
import { listened, performed, promised } from './effects.ts'

/** What the browser says of it. */
export type InstallFact = { type: 'install.offered' } | { type: 'install.done' }

export type InstallEvent =
  | InstallFact
  | { type: 'install.requested' }
  /** Not now, and not later either. */
  | { type: 'install.refused' }

export const installMachine = setup({
  types: {} as { events: InstallEvent },
  actors: {
    /** Says nothing where the offer has been refused before. */
    watchInstall: listened<InstallFact>('watchInstall'),
    /** The browser's own question, which it lets us ask once for each offer. */
    askInstall: promised<void>('askInstall'),
  },
  actions: { keepRefusal: performed('keepRefusal') },
}).createMachine({
  id: 'install',
  invoke: { id: 'watchInstall', src: 'watchInstall', onError: '.ended' },
  initial: 'waiting',
  on: { 'install.done': '.ended' },
  states: {
    waiting: { on: { 'install.offered': 'offered' } },
    offered: { on: { 'install.requested': 'asking', 'install.refused': 'refused' } },
    asking: {
      invoke: { id: 'askInstall', src: 'askInstall', onDone: 'waiting', onError: 'waiting' },
    },
    refused: { entry: 'keepRefusal' },
    ended: { on: { 'install.done': undefined } },
  },
})

export type InstallRef = ActorRefFrom<typeof installMachine>
type Snapshot = SnapshotFrom<typeof installMachine>
export const canInstall = (snapshot: Snapshot) => snapshot.can({ type: 'install.requested' })
