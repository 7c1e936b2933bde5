/** Reads a file that was picked on the disk, and refuses one that the API would not accept. */
import { type ActorRefFrom, type SnapshotFrom, assertEvent, assign, emit, setup } from 'xstate'
import { fileRefusalOf } from '#content/model/image-file.ts'
import type { Iri } from '#content/model/iri.ts'
import { actionEffect, promiseEffect } from '../../declare-effects.ts'
import type { EmittedBy } from '../../emitted-events.ts'
import { withEvent } from '../../with-event.ts'

declare module '../../emitted-events.ts' {
  interface EmittedEvents {
    /** The content of the file, as a data URI. */
    pickedFile: { type: 'file.read'; content: string } & Target
  }
}

interface Target {
  /** The component whose file is replaced; null for a new one, and at the control of a field. */
  component: Iri<'COMPONENT'> | null
}

interface Picked {
  file: File
}

type PickedFileEvent =
  | ({ type: 'file.picked' } & Picked & Target)
  /** The file is not wanted any more, or what was said about it is out of date. */
  | { type: 'pick.canceled' }

const unreadable = 'This file could not be read. Choose it again, or a copy of it.'

export const pickedFileMachine = setup({
  types: {} as {
    context: { refusal: string | null } & Target
    events: PickedFileEvent
    emitted: EmittedBy<'pickedFile'>
  },
  actors: { readFile: promiseEffect<string, Picked>() },
  actions: {
    setRefusal: assign((_, { file }: Picked) => ({ refusal: fileRefusalOf(file) })),
    setUnreadable: assign({ refusal: unreadable }),
    clearRefusal: assign({ refusal: null }),
    setTarget: assign((_, { component }: Target) => ({ component })),
    emitFileRead: emit(({ context: { component } }, { output }: { output: string }) => ({
      type: 'file.read',
      content: output,
      component,
    })),
    /** Says why a file is refused, unless its field shows that. */
    notifyRefused: actionEffect<{ reason: string }>(),
  },
  guards: { isRefused: (_, { file }: Picked) => fileRefusalOf(file) !== null },
}).createMachine({
  id: 'pickedFile',
  context: { refusal: null, component: null },
  initial: 'idle',
  on: {
    'file.picked': [
      {
        guard: withEvent('isRefused'),
        target: '.refused',
        reenter: true,
        actions: withEvent('setRefusal'),
      },
      { target: '.reading', reenter: true, actions: withEvent('setTarget') },
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
        onDone: { target: 'idle', actions: withEvent('emitFileRead') },
        onError: { target: 'refused', actions: 'setUnreadable' },
      },
    },
    refused: {
      entry: {
        type: 'notifyRefused',
        params: ({ context }) => ({ reason: context.refusal! }),
      },
    },
  },
})

export type PickedFileRef = ActorRefFrom<typeof pickedFileMachine>
type Snapshot = SnapshotFrom<typeof pickedFileMachine>
export const isReading = (snapshot: Snapshot) => snapshot.matches('reading')
/** Returns the reason why the file that was picked last is not used; null if there is none. */
export const selectRefusal = (snapshot: Snapshot) => snapshot.context.refusal
