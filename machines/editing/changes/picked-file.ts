/** Reads a file that was picked on the disk, and refuses one that the API would not accept. */
import { type ActorRefFrom, type SnapshotFrom, assertEvent, assign, emit, setup } from 'xstate'
import { refusalOf } from '#content/model/picture-file.ts'
import { promiseEffect } from '../../declare-effects.ts'
import type { EmittedBy } from '../../emitted-events.ts'
import { eventOf } from '../../event-of.ts'

declare module '../../emitted-events.ts' {
  interface EmittedEvents {
    /** The content of the file, as a data URI. */
    pickedFile: { type: 'file.read'; content: string }
  }
}

interface Picked {
  file: File
}

type PickedFileEvent =
  | ({ type: 'file.picked' } & Picked)
  /** The file is not wanted any more, or what was said about it is out of date. */
  | { type: 'pick.canceled' }

const unreadable = 'This file could not be read. Choose it again, or a copy of it.'

export const pickedFileMachine = setup({
  types: {} as {
    context: { refusal: string | null }
    events: PickedFileEvent
    emitted: EmittedBy<'pickedFile'>
  },
  actors: { readFile: promiseEffect<string, Picked>('readFile') },
  actions: {
    setRefusal: assign((_, { file }: Picked) => ({ refusal: refusalOf(file) })),
    setUnreadable: assign({ refusal: unreadable }),
    clearRefusal: assign({ refusal: null }),
    emitRead: emit((_, { output }: { output: string }) => ({ type: 'file.read', content: output })),
  },
  guards: { isRefused: (_, { file }: Picked) => refusalOf(file) !== null },
}).createMachine({
  id: 'pickedFile',
  context: { refusal: null },
  initial: 'idle',
  on: {
    'file.picked': [
      {
        guard: { type: 'isRefused', params: eventOf },
        target: '.refused',
        actions: { type: 'setRefusal', params: eventOf },
      },
      { target: '.reading', reenter: true },
    ],
    'pick.canceled': '.idle',
  },
  states: {
    idle: { entry: 'clearRefusal' },
    reading: {
      entry: 'clearRefusal',
      invoke: {
        id: 'readFile',
        src: 'readFile',
        input: ({ event }) => {
          assertEvent(event, 'file.picked')
          return { file: event.file }
        },
        onDone: { target: 'idle', actions: { type: 'emitRead', params: eventOf } },
        onError: { target: 'refused', actions: 'setUnreadable' },
      },
    },
    refused: {},
  },
})

export type PickedFileRef = ActorRefFrom<typeof pickedFileMachine>
type Snapshot = SnapshotFrom<typeof pickedFileMachine>
export const isReading = (snapshot: Snapshot) => snapshot.matches('reading')
/** Returns the reason why the file that was picked last is not used; null if there is none. */
export const selectRefusal = (snapshot: Snapshot) => snapshot.context.refusal
