/**
 * Uploads files to the media library, a few at the same time. They wait while the site is not reached, and are kept over a
 * reload. The library has each content once, so a file that is sent twice is not there twice.
 */
import {
  type ActorRefFrom,
  type EventObject,
  type SnapshotFrom,
  assign,
  emit,
  not,
  setup,
  stopChild,
} from 'xstate'
import * as list from '#content/pictures/uploads.ts'
import type { PickedFile, Upload } from '#content/pictures/uploads.ts'
import { actionEffect, callbackEffect, promiseEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'
import { type UploadRef, uploadMachine } from './upload.ts'
import {
  type UploadEnded,
  type UploadQueueEvent,
  actorIdOf,
  uploadIdOf,
} from './upload-queue-events.ts'

interface Context {
  uploads: readonly Upload[]
}

const setOutcome = [
  {
    type: 'stopUpload',
    params: ({ event }: { event: UploadEnded }) => ({ id: uploadIdOf(event) }),
  },
  withEvent('setOutcome'),
] as const
const keepFiles = {
  type: 'keepFiles',
  params: ({ context }: { context: Context }) => context,
} as const

export const uploadQueueMachine = setup({
  types: {} as {
    context: Context
    events: UploadQueueEvent | UploadEnded
    emitted: EmittedBy<'uploadQueue'>
  },
  actors: {
    upload: uploadMachine,
    /** Resolves with the files of this account that no open tab sends. */
    readKeptFiles: promiseEffect<PickedFile[]>(),
    /** Has the browser ask before the document is left. */
    warnBeforeLeaving: callbackEffect<EventObject>(),
    /** Forgets all files when the session ends, but not when the document is unloaded. */
    forgetOnStop: callbackEffect<EventObject>(),
    listener,
  },
  actions: {
    addFiles: assign(({ context }, { files }: { files: readonly PickedFile[] }) => ({
      uploads: list.addFiles(context.uploads, files),
    })),
    addInterrupted: assign(({ context }, { output }: { output: PickedFile[] }) => ({
      uploads: list.addInterrupted(context.uploads, output),
    })),
    startUploads: assign(({ context: { uploads }, spawn }) => {
      const next = list.nextUploads(uploads)
      for (const { id, file } of next) spawn('upload', { id: actorIdOf(id), input: { file } })
      return { uploads: list.withStatus(uploads, (upload) => next.includes(upload), 'sending') }
    }),
    stopUpload: stopChild((_, { id }: { id: string }) => actorIdOf(id)),
    setOutcome: assign(({ context: { uploads } }, event: UploadEnded) => ({
      uploads: list.afterAttempt(uploads, uploadIdOf(event), event.output),
    })),
    emitUploaded: emit({ type: 'file.uploaded' }),
    cancel: assign(({ context: { uploads } }, { id }: { id: string }) => ({
      uploads: list.withStatus(
        uploads,
        (upload) => upload.id === id && list.canCancel(upload),
        'canceled',
      ),
    })),
    retry: assign(({ context: { uploads } }, { ids }: { ids: readonly string[] }) => ({
      uploads: list.withStatus(
        uploads,
        (upload) => ids.includes(upload.id) && list.canRetry(upload),
        'waiting',
      ),
    })),
    resume: assign(({ context: { uploads } }) => ({
      uploads: list.withStatus(uploads, list.isInterrupted, 'waiting'),
    })),
    discard: assign(({ context: { uploads } }) => ({
      uploads: uploads.filter((upload) => !list.isInterrupted(upload)),
    })),
    clear: assign(({ context: { uploads } }) => ({ uploads: list.withoutSettled(uploads) })),
    /** Keeps the files that may still be sent, as many as there is room for, and forgets all others of this tab. */
    keepFiles: actionEffect<Context>(),
  },
  guards: {
    hasPending: ({ context }) => context.uploads.some(list.isPending),
    hasUnsent: ({ context }) => context.uploads.some(list.isUnsent),
    isNewFile: (_, event: UploadEnded) =>
      uploadIdOf(event) !== '' && 'saved' in event.output && event.output.saved.isNew,
    isUpload: (_, event: UploadEnded) => uploadIdOf(event) !== '',
    isUnreachable: (_, event: UploadEnded) =>
      uploadIdOf(event) !== '' && list.isUnreachable(event.output),
  },
  delays: {
    /** The time after which the site is tried again, if nothing tells that it is there before. */
    retryInterval: 15_000,
  },
}).createMachine({
  id: 'uploadQueue',
  meta: {
    guards: {
      hasPending: 'A file is on its way or waits for its turn.',
      hasUnsent: 'A file is not sent yet, or has failed.',
      isNewFile: 'The file has arrived, and was not in the library before.',
      isUpload: 'The actor that has ended was sending a file.',
      isUnreachable: 'The site could not be reached, or nobody is signed in.',
    },
  },
  context: { uploads: [] },
  invoke: [
    listenTo<UploadQueueEvent>({
      network: ['network.restored'],
      hubConnection: ['connection.opened'],
      sessionRenewal: ['session.renewed'],
      screenRenewal: ['session.renewed'],
    }),
    {
      id: 'readKeptFiles',
      src: 'readKeptFiles',
      onDone: { actions: withEvent('addInterrupted') },
      // Without a storage, the files are lost with the document, which asks before it is left.
      onError: {},
    },
    { id: 'forgetOnStop', src: 'forgetOnStop', onError: {} },
  ],
  initial: 'idle',
  on: {
    'files.added': {
      target: '.unsent.sending',
      actions: [withEvent('addFiles'), keepFiles],
    },
    'cancel.requested': {
      target: '.unsent.sending',
      actions: [withEvent('stopUpload'), withEvent('cancel'), keepFiles],
    },
    'retry.requested': {
      target: '.unsent.sending',
      actions: [withEvent('retry'), keepFiles],
    },
    'resume.requested': { target: '.unsent.sending', actions: 'resume' },
    'discard.requested': { actions: ['discard', keepFiles] },
    'clear.requested': { actions: 'clear' },
    'xstate.done.actor.*': [
      {
        guard: withEvent('isUnreachable'),
        target: '.unsent.waiting',
        actions: setOutcome,
      },
      {
        guard: withEvent('isNewFile'),
        target: '.unsent.sending',
        actions: [...setOutcome, keepFiles, 'emitUploaded'],
      },
      {
        guard: withEvent('isUpload'),
        target: '.unsent.sending',
        actions: [...setOutcome, keepFiles],
      },
    ],
  },
  states: {
    idle: { description: 'All files are sent, or there are none.' },
    /** Something would be lost with the document, unless it is kept. */
    unsent: {
      description: 'There are files that are not sent yet.',
      initial: 'sending',
      invoke: { id: 'warnBeforeLeaving', src: 'warnBeforeLeaving', onError: {} },
      states: {
        sending: {
          description: 'Some files are on their way; the others wait for their turn.',
          entry: 'startUploads',
          always: { guard: not('hasPending'), target: 'settled' },
        },
        /** The site is not reached, or nobody is signed in. */
        waiting: {
          description: 'The site cannot be reached, and the files wait.',
          after: { retryInterval: 'sending' },
          on: {
            'network.restored': 'sending',
            'connection.opened': 'sending',
            'session.renewed': 'sending',
          },
        },
        /** Only what has failed is left. */
        settled: {
          description: 'Nothing is on its way; what has failed can be sent again.',
          always: { guard: not('hasUnsent'), target: '#uploadQueue.idle' },
        },
      },
    },
  },
})

export type UploadQueueRef = ActorRefFrom<typeof uploadQueueMachine>
type Snapshot = SnapshotFrom<typeof uploadQueueMachine>
export const selectUploads = (snapshot: Snapshot) => snapshot.context.uploads
/** True while files wait for the site, or for somebody to sign in. */
export const isWaiting = (snapshot: Snapshot) => snapshot.matches({ unsent: 'waiting' })
/** Returns the actor that sends a file; undefined while it is not sent. */
export const selectUploadRef =
  (id: string) =>
  ({ children }: Snapshot): UploadRef | undefined =>
    // The ids of these children are not known to the compiler.
    (children as Readonly<Record<string, UploadRef | undefined>>)[actorIdOf(id)]
