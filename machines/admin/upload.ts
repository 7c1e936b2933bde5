/** Sends one file to the media library, and tells how much of it is sent. Its output is the outcome. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { SavedFile, UploadOutcome } from '#content/pictures/uploads.ts'
import { callbackEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

export type UploadEvent =
  | { type: 'progress.reported'; progress: number }
  | { type: 'file.saved'; saved: SavedFile }
  | { type: 'sending.failed'; error: unknown }

const fail = { target: 'ended', actions: withEvent('setFailure') } as const

export const uploadMachine = setup({
  types: {} as {
    input: { file: File }
    context: { file: File; progress: number; outcome: UploadOutcome }
    events: UploadEvent
    output: UploadOutcome
  },
  actors: {
    /** Sends the file, which is aborted when the actor is stopped. */
    sendFile: callbackEffect<UploadEvent, { file: File }>(),
  },
  actions: {
    setProgress: assign((_, { progress }: { progress: number }) => ({ progress })),
    setSaved: assign((_, { saved }: { saved: SavedFile }) => ({ outcome: { saved } })),
    setFailure: assign((_, { error }: { error: unknown }) => ({
      outcome: { failure: Failure.from(error) },
    })),
  },
}).createMachine({
  id: 'upload',
  context: ({ input: { file } }) => ({
    file,
    progress: 0,
    outcome: { failure: new Failure('unexpected') },
  }),
  output: ({ context }) => context.outcome,
  initial: 'sending',
  states: {
    sending: {
      description: 'The file is on its way to the server.',
      invoke: {
        id: 'sendFile',
        src: 'sendFile',
        input: ({ context: { file } }) => ({ file }),
        onError: fail,
      },
      on: {
        'progress.reported': { actions: withEvent('setProgress') },
        'file.saved': { target: 'ended', actions: withEvent('setSaved') },
        'sending.failed': fail,
      },
    },
    ended: { description: 'The file has arrived, or has failed.', type: 'final' },
  },
})

export type UploadRef = ActorRefFrom<typeof uploadMachine>
export const selectFileName = ({ context }: SnapshotFrom<typeof uploadMachine>) => context.file.name
/** Returns how much of the file is sent, from 0 to 1. */
export const selectProgress = ({ context }: SnapshotFrom<typeof uploadMachine>) => context.progress
