/** Shows one file of the media library, saves what is typed about it, and deletes it unless something uses it. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import {
  type MediaFileDraft,
  type MediaFileSave,
  type MediaFileVersion,
  changesOf,
  hasChanges,
  mergeDrafts,
  typedSince,
} from '#content/pictures/media-file-draft.ts'
import type { MediaFile } from '#content/pictures/media-library.ts'
import { actionEffect, callbackEffect, promiseEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'
import type { MediaFileEvent } from './media-file-events.ts'

interface Context {
  iri: Iri
  /** Null until it is read. */
  version: MediaFileVersion | null
  /** The texts that are not saved yet. */
  draft: MediaFileDraft
  /** The texts that are being saved. */
  sent: MediaFileDraft
  failure: Failure | null
}

const setVersion = withEvent('setVersion')
const setDraft = withEvent('setDraft')
const setFailure = withEvent('setFailure')
const readInput = ({ context: { iri } }: { context: Context }) => ({ iri })
const read = { id: 'readMediaFile', src: 'readMediaFile', input: readInput } as const
const lost = { 'screen.left': { actions: 'notifyNotSaved' } } as const
const keep = { 'texts.changed': { actions: setDraft } } as const

export const mediaFileMachine = setup({
  types: {} as {
    input: { iri: Iri }
    context: Context
    events: MediaFileEvent
    tags: 'busy'
  },
  actors: {
    readMediaFile: promiseEffect<MediaFileVersion, { iri: Iri }>(),
    /** Goes on when the actor is stopped, so that nothing is lost when the screen is left. */
    saveMediaFile: promiseEffect<MediaFileVersion, MediaFileSave>(),
    deleteMediaFile: promiseEffect<void, { iri: Iri }>(),
    /** Has the browser ask before the document is left. */
    warnBeforeLeaving: callbackEffect<MediaFileEvent>(),
  },
  actions: {
    // The answer to a change does not name the uses.
    setVersion: assign(({ context }, { output }: { output: MediaFileVersion }) => ({
      version: { ...output, file: { ...context.version?.file, ...output.file } },
      failure: null,
    })),
    setDraft: assign(({ context }, { changes }: { changes: MediaFileDraft }) => ({
      draft: mergeDrafts(context.draft, changes),
    })),
    setSent: assign(({ context }) => ({ sent: context.draft })),
    clearSaved: assign(({ context }) => ({ draft: typedSince(context.draft, context.sent) })),
    clearUnchanged: assign(({ context: { draft } }) => ({ draft: typedSince(draft, draft) })),
    clearDraft: assign({ draft: {} }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: Failure.from(error) })),
    clearFailure: assign({ failure: null }),
    /** Says that what was typed is lost, because the user has not decided about it. */
    notifyNotSaved: actionEffect(),
    /** Goes to the list, in place of the screen of a file that is gone. */
    openLibrary: actionEffect(),
  },
  guards: {
    hasChanges: ({ context }) => hasChanges(context.version!.file, context.draft),
    isOutdated: (_, { error }: { error: unknown }) => Failure.from(error).kind === 'conflict',
    isRefused: (_, { error }: { error: unknown }) => Failure.from(error).kind === 'invalid',
  },
  delays: {
    /** The time without a change after which it is saved. */
    debounce: 800,
  },
}).createMachine({
  id: 'mediaFile',
  meta: {
    guards: {
      hasChanges: 'Something that was entered is not what the server has.',
      isOutdated: 'Somebody else has saved the file meanwhile.',
      isRefused: 'The server has refused to delete the file, because something uses it.',
    },
  },
  context: ({ input }) => ({ ...input, version: null, draft: {}, sent: {}, failure: null }),
  initial: 'reading',
  states: {
    reading: {
      description: 'The file and what is known about it are being read.',
      tags: 'busy',
      invoke: {
        ...read,
        onDone: { target: 'ready', actions: setVersion },
        onError: { target: 'failed', actions: setFailure },
      },
    },
    failed: {
      description: 'The file could not be read, and can be tried again.',
      on: { 'retry.requested': { target: 'reading', actions: 'clearFailure' } },
    },
    ready: {
      description: 'The file is shown, and its texts are saved.',
      on: {
        'texts.changed': { target: 'unsaved', actions: setDraft },
        'deletion.requested': 'readingUses',
      },
    },
    unsaved: {
      description: 'The texts of the file are not all saved.',
      initial: 'waiting',
      invoke: { id: 'warnBeforeLeaving', src: 'warnBeforeLeaving', onError: {} },
      on: { 'texts.changed': { target: '.waiting', actions: setDraft, reenter: true } },
      states: {
        waiting: {
          description: 'The user is typing, and the texts are saved after a pause.',
          after: { debounce: 'deciding' },
          on: { 'texts.left': 'deciding' },
        },
        deciding: {
          description: 'Looks whether anything differs from what the server has.',
          always: [
            { guard: 'hasChanges', target: 'saving' },
            { target: '#mediaFile.ready', actions: 'clearUnchanged' },
          ],
        },
        saving: {
          description: 'The texts are on their way to the server.',
          entry: 'setSent',
          on: keep,
          invoke: {
            id: 'saveMediaFile',
            src: 'saveMediaFile',
            input: ({ context: { iri, version, draft } }) => ({
              iri,
              changes: changesOf(version!.file, draft),
              etag: version!.etag,
            }),
            onDone: { target: 'deciding', actions: [setVersion, 'clearSaved'] },
            onError: [
              { guard: withEvent('isOutdated'), target: 'comparing' },
              { target: 'refused', actions: setFailure },
            ],
          },
        },
        /** Reads the changes of somebody else, who has saved first. */
        comparing: {
          description: 'Somebody else has saved first, and their version is being read.',
          on: { ...keep, ...lost },
          invoke: {
            ...read,
            onDone: { target: 'conflicting', actions: setVersion },
            onError: { target: 'refused', actions: setFailure },
          },
        },
        conflicting: {
          description: 'Somebody else has changed the texts, and the user chooses.',
          on: {
            ...keep,
            ...lost,
            'retry.requested': 'deciding',
            'draft.discarded': { target: '#mediaFile.ready', actions: 'clearDraft' },
          },
        },
        refused: {
          description: 'The texts could not be saved, and can be sent again.',
          on: {
            'retry.requested': { target: 'deciding', actions: 'clearFailure' },
            // Tried once more, or the user is told.
            'screen.left': 'deciding',
          },
        },
      },
    },
    /** Reads what uses the file, before it is asked whether it is to be deleted. */
    readingUses: {
      description: 'Reads what uses the file, before the user is asked.',
      tags: 'busy',
      on: keep,
      invoke: {
        ...read,
        onDone: { target: 'confirming', actions: setVersion },
        onError: { target: 'unsaved.deciding', actions: setFailure },
      },
    },
    confirming: {
      description: 'The user is told what uses the file, and is asked.',
      on: {
        'deletion.confirmed': 'deleting',
        'deletion.canceled': 'unsaved.deciding',
      },
    },
    deleting: {
      description: 'The server is asked to delete the file.',
      tags: 'busy',
      invoke: {
        id: 'deleteMediaFile',
        src: 'deleteMediaFile',
        input: readInput,
        onDone: { target: 'deleted', actions: 'openLibrary' },
        onError: [
          // It is used by now, and the question says where.
          { guard: withEvent('isRefused'), target: 'readingUses' },
          { target: 'unsaved.deciding', actions: setFailure },
        ],
      },
    },
    deleted: { description: 'The file is gone, and the library is being opened.' },
  },
})

export type MediaFileRef = ActorRefFrom<typeof mediaFileMachine>
type Snapshot = SnapshotFrom<typeof mediaFileMachine>
export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isFailed = (snapshot: Snapshot) => snapshot.matches('failed')
export const isConfirming = (snapshot: Snapshot) => snapshot.matches('confirming')
export const isRefused = (snapshot: Snapshot) => snapshot.matches({ unsaved: 'refused' })
export const isUnsaved = (snapshot: Snapshot) => snapshot.matches('unsaved')
export const isConflicting = (snapshot: Snapshot) => snapshot.matches({ unsaved: 'conflicting' })
export const selectFile = (snapshot: Snapshot): MediaFile | null =>
  snapshot.context.version?.file ?? null
export const selectDraft = (snapshot: Snapshot) => snapshot.context.draft
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
