/** Saves one property of one resource shortly after each edit. */
import {
  type ActorRefFrom,
  type SnapshotFrom,
  and,
  assign,
  not,
  or,
  raise,
  sendTo,
  setup,
} from 'xstate'
import * as edit from '#content/change/fields/field-edit.ts'
import { type FieldValue, isSameValue } from '#content/change/fields/field-value.ts'
import type { DeletedResource, DetectedDeletion } from '#content/change/undo/plan-restoration.ts'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { publishedIri } from '#content/model/component-versions.ts'
import type { Iri } from '#content/model/iri.ts'
import { isFileContent } from '#content/pictures/file-content.ts'
import * as unsent from '#content/pictures/unsent-files.ts'
import type { SavedFile, UploadOutcome } from '#content/pictures/uploads.ts'
import { uploadMachine } from '../../admin/upload.ts'
import { promiseEffect } from '../../declare-effects.ts'
import { listenTo, listener } from '../../actor-listener.ts'
import { withEvent } from '../../with-event.ts'
import {
  type NextStep,
  type SaveRefusalEvent,
  type SaveRefusalOutput,
  canUndoEdit,
  saveRefusalMachine,
} from './save-refusal.ts'

export type FieldEvent =
  | ({ type: 'field.changed' } & FieldValue)
  /** The field has lost focus or the page is about to change, so the value is saved now. */
  | { type: 'flush.requested' }
  /** The file that is being sent is not wanted any more. */
  | { type: 'upload.canceled' }
  /** The resource is not on the page any more. */
  | ({ type: 'deletion.detected' } & DetectedDeletion)
  | { type: 'iri.replaced'; from: Iri; to: Iri }
  /** Takes back an edit that could not be saved. Redo brings it back. */
  | { type: 'edit.undone' }

interface Refusal {
  output: SaveRefusalOutput
}

const setValue = withEvent('setValue')
const setStored = withEvent('setStored')
const setDeleted = withEvent('setDeleted')
const setFailure = withEvent('setFailure')
const setKnown = withEvent('setKnown')

interface Uploaded {
  output: UploadOutcome
}

/** Returns the file that is being sent. */
const sentOf = (context: edit.FieldEdit) => edit.unsentFilesOf(context, context.inFlight)[0]

/** Returns a guard that is true for one of the outcomes of a refusal. */
const isNext = (next: NextStep) =>
  ({ type: 'isNext', params: ({ event }: { event: Refusal }) => ({ ...event, next }) }) as const

export const fieldMachine = setup({
  types: {} as {
    input: edit.EditedField
    context: edit.FieldEdit
    events: FieldEvent
    /** `busy`: is being saved or will be. `unsaved`: could not be saved and waits for a decision. */
    tags: 'busy' | 'unsaved'
    /** The deleted resource, and the live version of a draft, which is deleted with it. */
    output: readonly Iri[]
    children: { saveRefusal: 'saveRefusal'; upload: 'upload' }
  },
  actors: {
    saveChange: promiseEffect<SaveResult, Intent>(),
    saveRefusal: saveRefusalMachine,
    upload: uploadMachine,
    listener,
  },
  actions: {
    setValue: assign((_, { value }: FieldValue) => ({ value })),
    setStored: assign((_, { stored }: FieldValue) => ({ stored })),
    setInFlight: assign(({ context }) => edit.withValueInFlight(context)),
    setInFlightToNextGroup: assign(({ context }) => edit.withNextGroupInFlight(context)),
    /** The pictures of a text are sent next, as those of any edit. */
    setInFlightToWords: assign({
      inFlight: ({ context }) => unsent.withoutPictures(context.value),
    }),
    setSaved: assign(({ context }, { output }: { output: SaveResult }) =>
      edit.afterSave(context, output),
    ),
    removeFile: assign({
      value: ({ context }) =>
        isFileContent(context.value)
          ? context.stored
          : unsent.withoutPictures(context.value, [sentOf(context)]),
    }),
    addSentFile: assign(({ context }, { output }: Uploaded) => ({
      sentFiles: [
        ...context.sentFiles,
        { unsent: sentOf(context)!, saved: (output as { saved: SavedFile }).saved },
      ],
    })),
    setValueToSavedFiles: assign(({ context: { value, sentFiles } }) => ({
      value: unsent.withSavedFiles(value, sentFiles),
      sentFiles: [],
    })),
    /** Unless it is known: nothing of the edit was saved. */
    setSavedWordsToStored: assign(({ context: { savedWords, stored } }) => ({
      savedWords: savedWords ?? { html: stored },
    })),
    /** Unless it is known: the edit begins with a picture. */
    setSavedWords: assign(({ context: { savedWords, value } }) => ({
      savedWords: savedWords ?? { html: unsent.withoutPictures(value) },
    })),
    clearFiles: assign({ sentFiles: [], savedWords: null }),
    setValueToStored: assign({ value: ({ context }) => context.stored }),
    setStoredToRemote: assign({ stored: ({ context }) => context.remote }),
    setStoredToInFlight: assign({ stored: ({ context }) => context.inFlight }),
    /** Shows the stored value, unless something was typed after that of somebody else was accepted. */
    revertValue: assign(({ context: { value, stored } }, { output }: Refusal) => ({
      value: output.givenUp === null || isSameValue(value, output.givenUp) ? stored : value,
    })),
    setKnown: assign((_, { output: { stored, remote } }: Refusal) => ({ stored, remote })),
    setFailure: assign(({ context }, { error }: { error: unknown }) =>
      edit.afterFailure(context, error),
    ),
    setRestoreFailure: assign(({ context }, { error }: { error: unknown }) =>
      edit.afterRestoration(context, error),
    ),
    clearFailure: assign({ failure: null }),
    /** Lets what follows be undone by itself: the undo group of a save is taken when it begins. */
    raiseFlush: raise({ type: 'flush.requested' }),
    startUndoGroup: assign({ undoGroup: ({ context }) => context.undoGroup + 1 }),
    /** Has what was entered saved by itself, once the value in flight is. */
    endUndoGroup: assign(({ context }) => edit.withEndedGroup(context)),
    replaceIri: assign((_, { to }: { to: Iri }) => ({ iri: to, deleted: null })),
    setIriToLive: assign({ iri: ({ context: { iri, deleted } }) => deleted?.live ?? iri }),
    setDeleted: assign((_, deleted: DeletedResource) => edit.afterDeletion(deleted)),
    clearDeleted: assign({ deleted: null }),
    forwardUndo: sendTo('saveRefusal', ({ context: { value } }): SaveRefusalEvent => ({
      type: 'edit.undone',
      value,
    })),
    forwardFlush: sendTo('saveRefusal', { type: 'flush.requested' } satisfies SaveRefusalEvent),
  },
  guards: {
    isInterrupted: ({ context }) => context.interruption !== undefined,
    isLacking: ({ context: { isRequired, value } }) => isRequired === true && value === null,
    isStored: ({ context }) => isSameValue(context.value, context.stored),
    hasUnsentFile: ({ context }) => edit.unsentFilesOf(context, context.value).length > 0,
    hasUnsavedWords: ({ context }) => edit.hasUnsavedWords(context),
    keepsFile: ({ context }, { value }: FieldValue) =>
      unsent.unsentIn(value).some((file) => file === sentOf(context)),
    hasSentFile: ({ context: { sentFiles } }) => sentFiles.length > 0,
    isUploaded: (_, { output }: Uploaded) => 'saved' in output,
    hasNoLibrary: ({ context }, { output }: Uploaded) =>
      'failure' in output && output.failure.kind === 'notFound' && isFileContent(context.value),
    isInFlight: ({ context }) => isSameValue(context.value, context.inFlight),
    hasNewerValue: ({ context }) => edit.hasNewerValue(context),
    hasEndedGroup: ({ context: { endedGroups } }) => endedGroups.length > 0,
    isChoice: ({ context }) => context.isChoice,
    isConflict: ({ context: { failure } }) => failure?.kind === 'conflict',
    isRemoteSame: ({ context }) => isSameValue(context.remote, context.value),
    isRemoteUnchanged: ({ context }) => edit.isRemoteUnchanged(context),
    isResourceDeleted: ({ context }) => edit.isResourceDeleted(context),
    keepsValue: ({ context }, deleted: DetectedDeletion) => edit.keepsValue(context, deleted),
    isGone: ({ context: { deleted } }) => deleted?.live === null,
    isNext: (_, { output, next }: Refusal & { next: NextStep }) => output.next === next,
    isOwnIri: ({ context }, { from }: { from: Iri }) => context.iri === from,
  },
  // Both together are the pause after which other editors of text begin a new step of undo, too.
  delays: { debounce: 250, groupPause: 250 },
}).createMachine({
  id: 'field',
  meta: {
    guards: {
      isInterrupted: 'The edit was not saved before the document was loaded.',
      isLacking: 'The value is empty, and the property needs one.',
      isStored: 'The value is the one that the server has.',
      hasUnsentFile: 'The value has a file that the server does not have.',
      hasUnsavedWords: 'The text has a picture and newer words, neither of which is saved.',
      keepsFile: 'The new value still has the file that is being sent.',
      hasSentFile: 'A file has arrived that the value is to name.',
      isUploaded: 'The file has arrived.',
      hasNoLibrary: 'The API has no media library, and takes the file with the value.',
      isInFlight: 'The value is the one that was sent.',
      hasNewerValue: 'Something was entered since the value that is being sent.',
      hasEndedGroup:
        'Something was entered meanwhile that is undone apart from what came after it.',
      isChoice: 'The value was chosen and not typed, so that there is no pause to wait for.',
      isConflict: 'The server has a newer version of the resource.',
      isRemoteSame: 'Somebody else has entered the same value.',
      isRemoteUnchanged: 'Somebody else has changed the resource, but not this property.',
      isResourceDeleted: 'The resource was deleted.',
      keepsValue: 'The deletion takes away nothing that was entered here.',
      isGone: 'The resource was deleted, and no live version is left.',
      isNext: 'The refusal ends with this step.',
      isOwnIri: 'The new address belongs to this resource.',
    },
  },
  context: ({ input }) => edit.startEdit(input),
  output: ({ context: { iri, deleted } }) => [
    ...new Set([iri, publishedIri(deleted?.known[0]) ?? iri]),
  ],
  invoke: listenTo<FieldEvent>({ changeQueue: ['iri.replaced'] }),
  initial: 'starting',
  on: {
    'iri.replaced': {
      guard: withEvent('isOwnIri'),
      actions: withEvent('replaceIri'),
    },
    // An edit that is not saved yet is refused by the server, unless another resource takes over.
    'deletion.detected': { actions: setDeleted },
  },
  states: {
    starting: {
      description: 'Looks whether the edit was interrupted before the document was loaded.',
      always: [{ guard: 'isInterrupted', target: 'refused' }, { target: 'dirty' }],
    },
    clean: {
      description: 'What is entered is saved.',
      entry: ['clearFailure', 'clearDeleted', 'clearFiles'],
      on: {
        'field.changed': { target: 'dirty', actions: [setValue, setStored] },
        // Somebody else may have deleted what was saved.
        'deletion.detected': [
          { guard: withEvent('keepsValue'), target: 'done' },
          { target: 'refused', actions: setDeleted },
        ],
        'flush.requested': { actions: 'startUndoGroup' },
      },
      // After a pause, what is typed next is undone by itself.
      after: { groupPause: { actions: 'startUndoGroup' } },
    },
    dirty: {
      description: 'The value has changed, and is saved after a short pause.',
      tags: 'busy',
      always: [
        { guard: and(['isStored', 'isGone']), target: 'done' },
        { guard: 'isStored', target: 'clean' },
        { guard: 'isLacking', target: 'lacking' },
        { guard: 'isChoice', target: 'sending' },
      ],
      after: { debounce: 'sending' },
      on: {
        'field.changed': { target: 'dirty', reenter: true, actions: setValue },
        // The next group begins after this save, which belongs to what was typed before it.
        'flush.requested': { target: 'sending', actions: 'raiseFlush' },
      },
    },
    /** Without a value that the field must have, what is stored stays, and comes back once the field is left. */
    lacking: {
      description: 'The value is empty, which must not be saved.',
      on: {
        'field.changed': { target: 'dirty', actions: setValue },
        'flush.requested': { target: 'clean', actions: ['setValueToStored', 'startUndoGroup'] },
        'deletion.detected': 'done',
      },
    },
    sending: {
      description:
        'Decides whether a file has to be sent before the value, and words saved before a file.',
      tags: 'busy',
      entry: ['clearFailure', 'setInFlight'],
      always: [
        { guard: 'isLacking', target: 'lacking' },
        { guard: 'hasUnsavedWords', target: 'savingWords' },
        { guard: 'hasUnsentFile', target: 'uploading', actions: 'setSavedWords' },
        {
          guard: 'hasSentFile',
          target: 'saving',
          actions: ['setValueToSavedFiles', 'startUndoGroup', 'setInFlight', 'raiseFlush'],
        },
        { target: 'saving', actions: 'setSavedWordsToStored' },
      ],
    },
    /** A file goes to the media library first, of which the resource then names it. */
    uploading: {
      description: 'A file is being sent to the media library.',
      tags: 'busy',
      invoke: {
        id: 'upload',
        src: 'upload',
        input: ({ context }) => ({ file: unsent.unsentFileOf(sentOf(context)!) }),
        onDone: [
          {
            guard: withEvent('isUploaded'),
            target: 'sending',
            actions: withEvent('addSentFile'),
          },
          // An API without a library takes it within the resource.
          { guard: withEvent('hasNoLibrary'), target: 'saving', actions: 'raiseFlush' },
          {
            target: 'refused',
            actions: {
              type: 'setFailure',
              params: ({ event }) => ({ error: unsent.uploadFailureOf(event.output) }),
            },
          },
        ],
      },
      on: {
        'field.changed': [
          { guard: withEvent('keepsFile'), actions: setValue },
          { target: 'dirty', actions: setValue },
        ],
        'upload.canceled': { target: 'dirty', actions: 'removeFile' },
      },
    },
    /** Saves what was typed while a picture was sent before it, so that undo takes back one of them at a time. */
    savingWords: {
      description: 'The words of a text are on their way to the server, without its pictures.',
      tags: 'busy',
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context }) => edit.wordsIntentOf(context),
        onDone: { target: 'sending', actions: withEvent('setSaved') },
        onError: { target: 'checking', actions: setFailure },
      },
      on: { 'field.changed': { actions: setValue } },
    },
    saving: {
      description: 'The value is on its way to the server.',
      tags: 'busy',
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context }) => edit.saveIntentOf(context),
        onDone: { target: 'saved', actions: withEvent('setSaved') },
        onError: { target: 'checking', actions: setFailure },
      },
      on: {
        // Saved once the value in flight is.
        'field.changed': { actions: setValue },
        'flush.requested': [
          { guard: 'hasNewerValue', actions: 'endUndoGroup' },
          { actions: 'startUndoGroup' },
        ],
      },
    },
    saved: {
      description: 'Looks whether the value has changed since it was sent.',
      always: [
        { guard: 'hasEndedGroup', target: 'saving', actions: 'setInFlightToNextGroup' },
        { guard: 'isInFlight', target: 'clean' },
        { target: 'sending' },
      ],
    },
    /** A newer version on the server refuses the save only if this property has changed. */
    checking: {
      description: 'The server has refused the value; looks whether somebody else has changed it.',
      always: [
        { guard: not('isConflict'), target: 'refused' },
        { guard: 'isRemoteSame', target: 'clean', actions: 'setStoredToRemote' },
        { guard: 'isRemoteUnchanged', target: 'sending' },
        { target: 'refused' },
      ],
    },
    refused: {
      description: 'The value is not saved, and the user is told why.',
      tags: 'unsaved',
      invoke: {
        id: 'saveRefusal',
        src: 'saveRefusal',
        input: ({ context }) => context,
        onDone: [
          { guard: isNext('save'), target: 'sending', actions: setKnown },
          { guard: isNext('check'), target: 'checking', actions: setKnown },
          { guard: isNext('restore'), target: 'restoring' },
          {
            target: 'dirty',
            actions: [setKnown, withEvent('revertValue'), 'setIriToLive'],
          },
        ],
      },
      on: {
        'field.changed': [
          { guard: or(['isResourceDeleted', 'isConflict']), actions: setValue },
          { target: 'dirty', actions: setValue },
        ],
        'flush.requested': { actions: 'forwardFlush' },
        'edit.undone': { actions: 'forwardUndo' },
        'deletion.detected': { target: 'refused', reenter: true, actions: setDeleted },
      },
    },
    restoring: {
      description: 'The resource was deleted, and is being created again with the value.',
      tags: 'busy',
      entry: ['setIriToLive', 'clearFailure', 'setInFlightToWords'],
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context }) => edit.restoreIntentOf(context),
        onDone: { target: 'saved', actions: ['setStoredToInFlight', 'clearDeleted'] },
        onError: { target: 'refused', actions: withEvent('setRestoreFailure') },
      },
      on: { 'field.changed': { actions: setValue } },
    },
    /** The resource is deleted, and nothing of it is unsaved. */
    done: { description: 'There is nothing left to be saved here.', type: 'final' },
  },
})

export type FieldRef = ActorRefFrom<typeof fieldMachine>
type Snapshot = SnapshotFrom<typeof fieldMachine>
/** Returns the edited value, or undefined when the stored value is to be shown. */
export const selectPendingValue = (snapshot: Snapshot) =>
  snapshot.hasTag('busy') || snapshot.hasTag('unsaved') || snapshot.matches('lacking')
    ? snapshot.context.value
    : undefined
/** True if the edited value is a typed text, rather than a number, a choice or a file. */
export const hasPendingText = (snapshot: Snapshot) =>
  typeof selectPendingValue(snapshot) === 'string' && !snapshot.context.isChoice
/** Returns the actor that holds a refused edit; undefined while none is refused. */
export const selectSaveRefusalRef = (snapshot: Snapshot) => snapshot.children.saveRefusal
/** True for an edit that could not be saved, and that undo can take back. */
export const isUndoable = ({ children: { saveRefusal } }: Snapshot) =>
  saveRefusal !== undefined && canUndoEdit(saveRefusal.getSnapshot())
/** Returns the page on which the edit was made before the document was loaded; undefined for an edit of this document. */
export const selectPageBefore = (snapshot: Snapshot) => snapshot.context.interruption?.page
/** Returns the actor that sends the file of the field; undefined while none is sent. */
export const selectUploadRef = (snapshot: Snapshot) => snapshot.children.upload
/** Returns what was known of the resource, or null while it is on the page. */
export const selectDeleted = (snapshot: Snapshot) => snapshot.context.deleted
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure
export const selectIri = ({ context }: Snapshot): Iri => context.iri
export const selectProperty = ({ context }: Snapshot) => context.property
