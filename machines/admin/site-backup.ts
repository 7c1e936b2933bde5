/** Downloads a backup of the site, for which the current password is needed, and tells how much of it has arrived. */
import { type ActorRefFrom, type SnapshotFrom, assertEvent, assign, setup } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { callbackEffect, promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'
import {
  renewOr,
  renewSession,
  renewalGuards,
  renewalGuardDescriptions,
} from '../session/renew-session.ts'

export type BackupDownloadEvent =
  | { type: 'bytes.received'; bytes: number }
  /** All of it has arrived, and was handed to the browser to be saved. */
  | { type: 'backup.saved' }
  | { type: 'download.failed'; error: unknown }

type SiteBackupEvent =
  | { type: 'backup.requested'; currentPassword: string }
  | { type: 'download.canceled' }
  | BackupDownloadEvent

interface Context {
  /** The number of bytes that have arrived. */
  received: number
  failure: Failure | null
}

const setFailure = withEvent('setFailure')
const request = { target: 'downloading', actions: 'clear' } as const

export const siteBackupMachine = setup({
  types: {} as { context: Context; events: SiteBackupEvent; tags: 'busy' },
  actors: {
    /** Downloads and saves a backup. What has arrived is dropped when the actor is stopped. */
    downloadBackup: callbackEffect<BackupDownloadEvent, { currentPassword: string }>(),
    /** Asks for a session in place of the one that has ended. Waits until somebody has answered. */
    renewSession: promiseEffect<RenewalOutcome, { isBackground: boolean }>(),
  },
  actions: {
    clear: assign({ received: 0, failure: null }),
    setReceived: assign((_, { bytes }: { bytes: number }) => ({ received: bytes })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
  },
  guards: renewalGuards,
}).createMachine({
  id: 'siteBackup',
  meta: {
    guards: {
      ...renewalGuardDescriptions,
    },
  },
  context: { received: 0, failure: null },
  initial: 'idle',
  states: {
    idle: { description: 'A backup can be downloaded.', on: { 'backup.requested': request } },
    downloading: {
      description: 'The backup is arriving.',
      tags: 'busy',
      invoke: {
        id: 'downloadBackup',
        src: 'downloadBackup',
        input: ({ event }) => {
          assertEvent(event, 'backup.requested')
          return { currentPassword: event.currentPassword }
        },
        onError: { target: 'idle', actions: setFailure },
      },
      on: {
        'bytes.received': { actions: withEvent('setReceived') },
        'backup.saved': 'saved',
        'download.failed': renewOr('idle'),
        'download.canceled': 'idle',
      },
    },
    saved: {
      description: 'The backup has been saved on the disk.',
      on: { 'backup.requested': request },
    },
    /** The session has ended. The password is asked for again: it is not kept. */
    renewing: {
      description: 'The session has ended, and the user is asked to sign in again.',
      tags: 'busy',
      invoke: renewSession('renewed', 'idle'),
    },
    renewed: {
      description: 'The session is there again, and the password has to be entered once more.',
      always: { target: 'idle', actions: 'clear' },
    },
  },
})

export type SiteBackupRef = ActorRefFrom<typeof siteBackupMachine>
type Snapshot = SnapshotFrom<typeof siteBackupMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isSaved = (snapshot: Snapshot) => snapshot.matches('saved')
export const canCancel = (snapshot: Snapshot) => snapshot.can({ type: 'download.canceled' })
export const selectReceived = ({ context }: Snapshot) => context.received
/** Returns why the last download failed; null while another one runs. */
export const selectFailure = (snapshot: Snapshot) =>
  snapshot.hasTag('busy') ? null : snapshot.context.failure
