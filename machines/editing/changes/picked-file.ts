/**
 * Reads a file that was picked on the disk, and refuses one that the API would not accept. Where it is picked for a new
 * component, that is pasted before the file is put into it.
 */
import { type ActorRefFrom, type SnapshotFrom, assertEvent, assign, emit, setup } from 'xstate'
import type { Intent } from '#content/change/types.ts'
import { fileRefusalOf } from '#content/model/image-file.ts'
import type { Iri } from '#content/model/iri.ts'
import { listenTo, listener } from '../../actor-listener.ts'
import { actionEffect, promiseEffect } from '../../declare-effects.ts'
import type { EmittedBy } from '../../emitted-events.ts'
import { withEvent } from '../../with-event.ts'

declare module '../../emitted-events.ts' {
  interface EmittedEvents {
    pickedFile:
      | /** The content of the file, as a data URI, and the component that it is for; null at the control of a field. For a new one, also the id of its paste. */
        { type: 'file.read'; content: string; component: Iri | null; pasteId?: string | undefined }
        /** The component for the file is to be pasted, without a file, by an intent with this id. */
      | { type: 'component.requested'; id: string }
  }
}

interface Picked {
  file: File
  /** The component whose file is replaced; null for a new one, and at the control of a field. */
  component: Iri | null
  /** The id of the intent that pastes the component for the file; absent if there is one. */
  pasteId?: string | undefined
}

type PickedFileEvent =
  | ({ type: 'file.picked' } & Picked)
  /** The file is not wanted any more, or what was said about it is out of date. */
  | { type: 'pick.canceled' }
  | Saved

/** A file whose component is not pasted yet. */
export interface WaitingFile {
  /** The id of the intent that pastes its component. */
  id: string | undefined
  content: string
}

interface Context extends Omit<Picked, 'file'> {
  refusal: string | null
  waiting: readonly WaitingFile[]
}

type Saved = Extract<EmittedBy<'changeQueue'>, { type: 'change.saved' }>

const isFor =
  ({ intent }: { intent: Intent }) =>
  ({ id }: WaitingFile) =>
    intent.kind === 'paste' && intent.id === id

const keepFiles = {
  type: 'keepFiles',
  params: ({ context }: { context: Context }) => context,
} as const
const unreadable = 'This file could not be read. Choose it again, or a copy of it.'

export const pickedFileMachine = setup({
  types: {} as {
    context: Context
    events: PickedFileEvent
    emitted: EmittedBy<'pickedFile'>
  },
  actors: {
    readFile: promiseEffect<string, Pick<Picked, 'file'>>(),
    /** Resolves with the files from before the document was loaded whose components are still to be pasted. */
    readKeptFiles: promiseEffect<WaitingFile[]>(),
    listener,
  },
  actions: {
    setRefusal: assign((_, { file }: Picked) => ({ refusal: fileRefusalOf(file) })),
    setUnreadable: assign({ refusal: unreadable }),
    clear: assign({ refusal: null }),
    setTarget: assign((_, { component, pasteId }: Picked) => ({ component, pasteId })),
    addKept: assign(({ context: { waiting } }, { output }: { output: WaitingFile[] }) => ({
      waiting: [...output, ...waiting],
    })),
    addWaiting: assign(({ context: { waiting, pasteId } }, { output }: { output: string }) => ({
      waiting: [...waiting, { id: pasteId, content: output }],
    })),
    removeWaiting: assign(({ context: { waiting } }, saved: Saved) => ({
      waiting: waiting.filter((file) => !isFor(saved)(file)),
    })),
    /** Keeps the files of components that are not pasted yet over a reload, and forgets all others. */
    keepFiles: actionEffect<Context>(),
    emitComponentRequested: emit(({ context }) => ({
      type: 'component.requested' as const,
      id: context.pasteId!,
    })),
    emitFileRead: emit(({ context: { component } }, { output }: { output: string }) => ({
      type: 'file.read' as const,
      content: output,
      component,
    })),
    emitPasted: emit(({ context: { waiting } }, saved: Saved) => ({
      type: 'file.read' as const,
      content: waiting.find(isFor(saved))!.content,
      component: saved.copied,
      pasteId: waiting.find(isFor(saved))!.id,
    })),
    /** Says why a file is refused, unless its field shows that. */
    notifyRefused: actionEffect<{ reason: string }>(),
    /** Withdraws what was said about the file before. */
    withdrawRefusal: actionEffect(),
  },
  guards: {
    isRefused: (_, { file }: Picked) => fileRefusalOf(file) !== null,
    isForNewComponent: ({ context }) => context.pasteId !== undefined,
    isOwnPaste: ({ context }, saved: Saved) => context.waiting.some(isFor(saved)),
  },
}).createMachine({
  id: 'pickedFile',
  meta: {
    guards: {
      isRefused: 'The file is too large, or of a type that the API does not take.',
      isForNewComponent: 'The file was picked for a component that does not exist yet.',
      isOwnPaste: 'The pasted component waits for a picked file.',
    },
  },
  context: { refusal: null, component: null, waiting: [] },
  invoke: [
    listenTo<PickedFileEvent>({ changeQueue: ['change.saved'] }),
    {
      id: 'readKeptFiles',
      src: 'readKeptFiles',
      onDone: { actions: withEvent('addKept') },
      onError: {},
    },
  ],
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
    // The component may be pasted only once the site can be reached.
    'change.saved': {
      guard: withEvent('isOwnPaste'),
      actions: [withEvent('emitPasted'), withEvent('removeWaiting'), keepFiles],
    },
  },
  states: {
    idle: { description: 'No file is being read.', entry: 'clear' },
    reading: {
      description: 'The picked file is being read from the disk.',
      entry: ['clear', 'withdrawRefusal'],
      invoke: {
        id: 'readFile',
        src: 'readFile',
        input: ({ event }) => {
          assertEvent(event, 'file.picked')
          return { file: event.file }
        },
        onDone: [
          {
            guard: 'isForNewComponent',
            target: 'idle',
            actions: [withEvent('addWaiting'), keepFiles, 'emitComponentRequested'],
          },
          { target: 'idle', actions: withEvent('emitFileRead') },
        ],
        onError: { target: 'refused', actions: 'setUnreadable' },
      },
    },
    refused: {
      description: 'The file cannot be used, and a notification says why.',
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
