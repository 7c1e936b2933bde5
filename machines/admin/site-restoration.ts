/**
 * Restores the site from a backup: uploads and checks the file, has the restoration confirmed with what will be replaced, and
 * runs it.
 */
import { type ActorRefFrom, type SnapshotFrom, assertEvent, assign, setup } from 'xstate'
import type { BackupCheck } from '#content/admin/site-backup.ts'
import { Failure } from '#content/model/failure.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { actionEffect, callbackEffect, promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'
import {
  renewOr,
  renewSession,
  renewalGuards,
  renewalGuardDescriptions,
} from '../session/renew-session.ts'

/** The words and the password with which a restoration is confirmed. */
export interface RestorationConfirmation {
  siteName: string
  currentPassword: string
}

/** The events of a step that takes long. */
export type RestorationStepEvent =
  /** `done` is from 0 to 1. */
  | { type: 'progress.reported'; done: number }
  | { type: 'upload.finished'; upload: string }
  | { type: 'backup.checked'; check: BackupCheck }
  | { type: 'site.restored'; isSignedIn: boolean }
  | { type: 'step.failed'; error: unknown }

type SiteRestorationEvent =
  | { type: 'file.chosen'; file: File }
  | ({ type: 'restoration.confirmed' } & RestorationConfirmation)
  | { type: 'restoration.canceled' }
  | { type: 'site.requested' }
  | RestorationStepEvent

interface Context {
  file: File | null
  /** The id of the upload; null before it is complete. */
  upload: string | null
  /** Null before it is checked. */
  check: BackupCheck | null
  /** The part of the current step that is done, from 0 to 1. */
  done: number
  /** True if the session goes on after the restoration. */
  isSignedIn: boolean
  failure: Failure | null
}

const none = { file: null, upload: null, check: null, done: 0, isSignedIn: true, failure: null }
const setFailure = withEvent('setFailure')
const setDone = { actions: withEvent('setDone') } as const
const uploadOf = ({ context }: { context: Context }) => ({ upload: context.upload! })
const discard = {
  target: 'choosing',
  actions: [{ type: 'discardUpload', params: uploadOf }, 'clear'],
} as const
const warnBeforeLeaving = {
  id: 'warnBeforeLeaving',
  src: 'warnBeforeLeaving',
  onError: {},
} as const

export const siteRestorationMachine = setup({
  types: {} as { context: Context; events: SiteRestorationEvent; tags: 'busy' },
  actors: {
    /** Sends the file. What was sent is deleted when the actor is stopped before its end. */
    uploadBackup: callbackEffect<RestorationStepEvent, { file: File }>(),
    checkBackup: callbackEffect<RestorationStepEvent, { upload: string }>(),
    /** Restores the site, which goes on when the actor is stopped. */
    restoreSite: callbackEffect<
      RestorationStepEvent,
      RestorationConfirmation & { upload: string }
    >(),
    /** Has the browser ask before the document is left. */
    warnBeforeLeaving: callbackEffect<RestorationStepEvent>(),
    /** Asks for a session in place of the one that has ended. Waits until somebody has answered. */
    renewSession: promiseEffect<RenewalOutcome, { isBackground: boolean }>(),
  },
  actions: {
    clear: assign(none),
    startStep: assign({ done: 0, failure: null }),
    setFile: assign((_, { file }: { file: File }) => ({ ...none, file })),
    setDone: assign((_, { done }: { done: number }) => ({ done })),
    setUpload: assign((_, { upload }: { upload: string }) => ({ upload })),
    setCheck: assign((_, { check }: { check: BackupCheck }) => ({ check })),
    setRestored: assign((_, { isSignedIn }: { isSignedIn: boolean }) => ({ isSignedIn })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    /** Deletes an upload that is not restored. */
    discardUpload: actionEffect<{ upload: string }>(),
    /** Leaves for the restored site, which is loaded anew. */
    openSite: actionEffect<{ isSignedIn: boolean }>(),
  },
  guards: {
    ...renewalGuards,
    isChecked: ({ context }) => context.check !== null,
  },
}).createMachine({
  id: 'siteRestoration',
  meta: {
    guards: {
      ...renewalGuardDescriptions,
      isChecked: 'The server has found the file right.',
    },
  },
  context: none,
  initial: 'choosing',
  states: {
    choosing: {
      description: 'The user chooses the file of a backup.',
      on: { 'file.chosen': { target: 'uploading', actions: withEvent('setFile') } },
    },
    uploading: {
      description: 'The file is on its way to the server.',
      tags: 'busy',
      invoke: [
        warnBeforeLeaving,
        {
          id: 'uploadBackup',
          src: 'uploadBackup',
          input: ({ context }) => ({ file: context.file! }),
          onError: { target: 'choosing', actions: setFailure },
        },
      ],
      on: {
        'progress.reported': setDone,
        'upload.finished': { target: 'checking', actions: [withEvent('setUpload'), 'startStep'] },
        'step.failed': renewOr('choosing'),
        'restoration.canceled': { target: 'choosing', actions: 'clear' },
      },
    },
    checking: {
      description: 'The server checks the file.',
      tags: 'busy',
      invoke: {
        id: 'checkBackup',
        src: 'checkBackup',
        input: uploadOf,
        onError: { target: 'choosing', actions: setFailure },
      },
      on: {
        'progress.reported': setDone,
        'backup.checked': { target: 'confirming', actions: withEvent('setCheck') },
        'step.failed': renewOr('choosing'),
        'restoration.canceled': discard,
      },
    },
    confirming: {
      description: 'The user is told what will be replaced, and is asked.',
      on: {
        'restoration.confirmed': { target: 'restoring', actions: 'startStep' },
        'restoration.canceled': discard,
      },
    },
    restoring: {
      description: 'The server replaces the site by the backup.',
      tags: 'busy',
      invoke: [
        warnBeforeLeaving,
        {
          id: 'restoreSite',
          src: 'restoreSite',
          input: ({ context, event }) => {
            assertEvent(event, 'restoration.confirmed')
            const { siteName, currentPassword } = event
            return { siteName, currentPassword, ...uploadOf({ context }) }
          },
          onError: { target: 'confirming', actions: setFailure },
        },
      ],
      on: {
        'progress.reported': setDone,
        'site.restored': { target: 'restored', actions: withEvent('setRestored') },
        'step.failed': renewOr('confirming'),
      },
    },
    restored: {
      description: 'The site is that of the backup.',
      on: {
        'site.requested': {
          actions: {
            type: 'openSite',
            params: ({ context: { isSignedIn } }) => ({ isSignedIn }),
          },
        },
      },
    },
    /** The session has ended. What was asked for is asked for again, with the password. */
    renewing: {
      description: 'The session has ended, and the user is asked to sign in again.',
      tags: 'busy',
      invoke: renewSession('renewed', 'signedOut'),
    },
    renewed: {
      description: 'The session is there again.',
      entry: 'startStep',
      always: 'signedOut',
    },
    signedOut: {
      description: 'Decides from where the user can go on.',
      always: [{ guard: 'isChecked', target: 'confirming' }, { target: 'choosing' }],
    },
  },
})

export type SiteRestorationRef = ActorRefFrom<typeof siteRestorationMachine>
type Snapshot = SnapshotFrom<typeof siteRestorationMachine>
export const isRestored = (snapshot: Snapshot) => snapshot.matches('restored')
export const canChoose = (snapshot: Snapshot) => snapshot.matches('choosing')
export const canConfirm = (snapshot: Snapshot) => snapshot.matches('confirming')
export const canCancel = (snapshot: Snapshot) => snapshot.can({ type: 'restoration.canceled' })
export const isSignedIn = ({ context }: Snapshot) => context.isSignedIn
export const selectFile = ({ context }: Snapshot) => context.file
export const selectCheck = ({ context }: Snapshot) => context.check
export const selectDone = ({ context }: Snapshot) => context.done
/** Returns what is being done; null while nothing is. */
export const selectStep = (snapshot: Snapshot) => {
  if (snapshot.matches('uploading')) return 'Uploading'
  if (snapshot.matches('checking')) return 'Checking'
  return snapshot.matches('restoring') ? 'Restoring' : null
}
/** Returns why the last step failed; null while another one runs. */
export const selectFailure = (snapshot: Snapshot) =>
  snapshot.hasTag('busy') ? null : snapshot.context.failure
