/** Reads the state of everything that the server needs, and reads it again when it is asked to. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import type { SiteHealth } from '#content/admin/site-health.ts'
import { Failure } from '#content/model/failure.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'
import {
  renewOr,
  renewSession,
  renewalGuards,
  renewalGuardDescriptions,
} from '../session/renew-session.ts'

interface Context {
  /** Null until it is read. */
  health: SiteHealth | null
  /** The failure of the last request. */
  failure: Failure | null
}

export const siteHealthMachine = setup({
  types: {} as { context: Context; events: { type: 'refresh.requested' }; tags: 'busy' },
  actors: {
    readHealth: promiseEffect<SiteHealth>(),
    /** Asks for a session in place of the one that has ended. Waits until somebody has answered. */
    renewSession: promiseEffect<RenewalOutcome, { isBackground: boolean }>(),
  },
  actions: {
    setHealth: assign((_, { output }: { output: SiteHealth }) => ({
      health: output,
      failure: null,
    })),
    clearFailure: assign({ failure: null }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
  },
  guards: renewalGuards,
}).createMachine({
  id: 'siteHealth',
  meta: {
    guards: {
      ...renewalGuardDescriptions,
    },
  },
  context: { health: null, failure: null },
  initial: 'reading',
  states: {
    reading: {
      description: 'The state of the server is being read.',
      tags: 'busy',
      invoke: {
        id: 'readHealth',
        src: 'readHealth',
        onDone: { target: 'ready', actions: withEvent('setHealth') },
        onError: renewOr('failed'),
      },
    },
    ready: {
      description: 'The state of the server is shown.',
      on: { 'refresh.requested': 'reading' },
    },
    failed: {
      description: 'The state could not be read, and can be tried again.',
      on: { 'refresh.requested': { target: 'reading', actions: 'clearFailure' } },
    },
    /** The session has ended. */
    renewing: {
      description: 'The session has ended, and the user is asked to sign in again.',
      tags: 'busy',
      invoke: renewSession('reading', 'failed'),
    },
  },
})

export type SiteHealthRef = ActorRefFrom<typeof siteHealthMachine>
type Snapshot = SnapshotFrom<typeof siteHealthMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const selectHealth = ({ context }: Snapshot) => context.health
/** Returns why the last request failed; null while another one runs. */
export const selectFailure = (snapshot: Snapshot) =>
  snapshot.hasTag('busy') ? null : snapshot.context.failure
