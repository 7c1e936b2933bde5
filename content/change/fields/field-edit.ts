/** An edit of one property of one resource, from the first keystroke until it is saved. */
import { Failure } from '../../model/failure.ts'
import type { Iri } from '../../model/iri.ts'
import {
  type FieldChange,
  type FieldValue,
  type Interruption,
  isSameValue,
  remoteValueOf,
} from './field-value.ts'
import {
  type DeletedResource,
  type DetectedDeletion,
  noPlaceFailure,
} from '../undo/plan-restoration.ts'
import type { Intent, SaveResult } from '../types.ts'
import { isFileContent } from '../../pictures/file-content.ts'
import { type SentFile, unsentIn, withoutPictures } from '../../pictures/unsent-files.ts'

export interface EditedField extends FieldValue {
  iri: Iri
  property: string
  /** Unique among all fields, so that undo can tell their edits apart. */
  id: string
  /** True for a value that is selected, which is saved at once. Typed text waits for a pause. */
  isChoice: boolean
  /** True for an edit of the live version itself; any other is saved as a draft. */
  isLive?: boolean
  /** True for a value that must not be removed. */
  isRequired?: boolean
  /** The id of the paste that its first save completes. */
  completes?: string
  /** Another property, which is emptied once this one has a value. */
  clears?: string | undefined
  interruption?: Interruption | undefined
}

/** The last value of an undo group that is still to be saved. */
interface EndedGroup {
  value: unknown
  undoGroup: number
}

export interface FieldEdit extends EditedField {
  /** True once a value of the edit is saved. */
  isSaved: boolean
  /** The value that is being saved. */
  inFlight: unknown
  /** The files of the value that are sent, but not saved in it yet. */
  sentFiles: readonly SentFile[]
  /** The text as it was saved last, without the pictures that are still to be saved; null until something is sent. */
  savedWords: { html: unknown } | null
  failure: Failure | null
  /** The value on the server, where that has refused to replace it. */
  remote: unknown
  /** Increases each time the field loses focus, and after a pause. Edits of one group are undone together. */
  undoGroup: number
  /** The undo group of the value that is being saved. */
  inFlightGroup: number
  /** The values with which a group has ended while an earlier value was being saved. Each is saved by itself. */
  endedGroups: readonly EndedGroup[]
  /** The resource as it was last known, once it is deleted. */
  deleted: DeletedResource | null
}

/** Returns the field whose edit begins with a change. */
export const editedField = (
  {
    iri,
    property,
    value,
    stored,
    isChoice = false,
    isLive = false,
    isRequired = false,
    completes,
    clears,
    interruption,
  }: FieldChange,
  id: string,
): EditedField => ({
  iri,
  property,
  value,
  stored,
  isChoice,
  ...(isLive && { isLive }),
  ...(isRequired && { isRequired }),
  ...(completes !== undefined && { completes }),
  ...(clears !== undefined && { clears }),
  id,
  interruption,
})

/** Returns the edit of a field that was just changed: nothing of it is saved yet, and nothing refused but an earlier edit. */
export const startEdit = (field: EditedField): FieldEdit => {
  const failure = field.interruption?.failure ?? null
  return {
    ...field,
    isSaved: false,
    inFlight: field.stored,
    sentFiles: [],
    savedWords: null,
    failure,
    remote: field.interruption?.remote ?? null,
    undoGroup: 0,
    inFlightGroup: 0,
    endedGroups: [],
    deleted: deletedBefore(field, failure),
  }
}

/** Returns what was known of a resource before the document was loaded, if it was deleted since; null otherwise. */
const deletedBefore = (
  { iri, interruption }: EditedField,
  failure: Failure | null,
): DeletedResource | null => {
  const isGone = failure?.kind === 'notFound' && interruption?.known
  return isGone ? { iri, live: null, known: isGone } : null
}

/** Returns the files of a value that are still to be sent. */
export const unsentFilesOf = ({ sentFiles }: FieldEdit, value: unknown) =>
  unsentIn(value).filter((file) => !sentFiles.some(({ unsent }) => unsent === file))

/** True for a text with pictures that are not saved, and with words that are not either, which were typed meanwhile. */
export const hasUnsavedWords = ({ value, savedWords, isRequired }: FieldEdit) => {
  if (savedWords === null || isFileContent(value) || unsentIn(value).length === 0) return false
  const words = withoutPictures(value)
  if (isRequired === true && words === null) return false
  return withoutEmptyLines(words) !== withoutEmptyLines(savedWords.html)
}

/** A picture comes with an empty line to go on in. */
const withoutEmptyLines = (html: unknown) => String(html ?? '').replaceAll('<p></p>', '')

/** Returns the edit with the value that is sent next. */
export const withValueInFlight = ({ value, undoGroup }: FieldEdit) => ({
  inFlight: value,
  inFlightGroup: undoGroup,
  endedGroups: [],
})

/** True if something was entered since the value that is being saved, which can be saved before what is entered next. */
export const hasNewerValue = ({ value, inFlight, endedGroups, isRequired }: FieldEdit) =>
  !isSameValue(value, endedGroups.length > 0 ? endedGroups.at(-1)!.value : inFlight) &&
  unsentIn(value).length === 0 &&
  !(isRequired === true && value === null)

/** Ends the undo group of what was entered while an earlier value is being saved. */
export const withEndedGroup = ({ value, undoGroup, endedGroups }: FieldEdit) => ({
  endedGroups: [...endedGroups, { value, undoGroup }],
  undoGroup: undoGroup + 1,
})

/** Returns the edit with the next value that is saved by itself. */
export const withNextGroupInFlight = ({ endedGroups: [next, ...others] }: FieldEdit) => ({
  inFlight: next!.value,
  inFlightGroup: next!.undoGroup,
  endedGroups: others,
})

/** Returns the intent that saves the value in flight. */
export const saveIntentOf = ({
  iri,
  property,
  inFlight: value,
  stored,
  isLive,
  clears,
  id,
  inFlightGroup,
  completes,
  isSaved,
}: FieldEdit): Intent => ({
  kind: 'set',
  iri,
  property,
  value,
  stored,
  ...(isLive && { isLive }),
  ...(clears !== undefined && { clears }),
  undoGroup: `${id}.${inFlightGroup}`,
  ...(completes !== undefined && !isSaved && { completes }),
})

/** Returns the intent that saves the words of a text before its pictures, so that these are undone by themselves. */
export const wordsIntentOf = (edit: FieldEdit) =>
  saveIntentOf({ ...edit, inFlight: withoutPictures(edit.inFlight) })

/** An edit that is given up for the value that somebody else has stored. */
export type GivenUpEdit = Pick<FieldEdit, 'iri' | 'property' | 'stored' | 'isLive'> & {
  givenUp: unknown
}

/** An edit that is undone before it was saved. */
export type UndoneEdit = Pick<FieldEdit, 'iri' | 'property' | 'stored' | 'isLive' | 'value'>

/** Returns the intent that gives an edit up: nothing is sent, and undoing it saves the edit. */
export const acceptIntentOf = ({
  iri,
  property,
  stored,
  isLive,
  givenUp,
}: GivenUpEdit): Intent => ({
  kind: 'set',
  iri,
  property,
  value: stored,
  stored,
  ...(isLive && { isLive }),
  givenUp,
})

/** Returns the intent that takes back an edit that could not be saved: nothing is sent, and redoing it saves the edit. */
export const undoneIntentOf = ({ iri, property, isLive, stored, value }: UndoneEdit): Intent => ({
  kind: 'set',
  iri,
  property,
  value,
  stored,
  ...(isLive && { isLive }),
  isUndone: true,
})

/** Returns the intent that writes the edit as a draft of the live version, or recreates a resource that has none. */
export const restoreIntentOf = ({ iri, property, inFlight: value, deleted }: FieldEdit): Intent =>
  deleted && deleted.live === null
    ? { kind: 'restore', iri: deleted.iri, property, value, known: deleted.known }
    : { kind: 'set', iri, property, value }

/** Returns what a save has stored: the server may have normalized the value, by sanitizing its HTML for example. */
export const afterSave = ({ property, iri, inFlight }: FieldEdit, { resource }: SaveResult) => ({
  isSaved: true,
  savedWords: { html: withoutPictures(inFlight) },
  stored: resource?.[property] ?? null,
  iri: resource?.['@id'] ?? iri,
})

/** Returns the failure of a save, and the value on the server if the failure contains the stored resource. */
export const afterFailure = (edit: FieldEdit, error: unknown) => {
  const failure = Failure.from(error)
  return {
    failure,
    endedGroups: [],
    remote: remoteValueOf(failure, edit.property),
    deleted: edit.deleted ?? deletedBefore(edit, failure),
  }
}

/** Returns the failure of putting the resource back: what is missing then is its place. */
export const afterRestoration = (edit: FieldEdit, error: unknown) =>
  edit.deleted?.live === null && Failure.from(error).kind === 'notFound'
    ? afterFailure(edit, noPlaceFailure())
    : afterFailure(edit, error)

/** Returns what is remembered of a resource that is not on the page any more. */
export const afterDeletion = ({ iri, live, known }: DeletedResource) => ({
  deleted: { iri, live, known },
})

/** True if a deletion is the user's own, or removes nothing that was saved, or only what another value has replaced since. */
export const keepsValue = (
  { property, value, isSaved }: Pick<FieldEdit, 'property' | 'value' | 'isSaved'>,
  { isOwn, known: [deleted], remaining }: DetectedDeletion,
) =>
  isOwn === true ||
  !isSaved ||
  !isSameValue(deleted?.[property], value) ||
  isSameValue(remaining?.[property], value)

/** True once the resource is known to be deleted. */
export const isResourceDeleted = ({ deleted, failure }: Pick<FieldEdit, 'deleted' | 'failure'>) =>
  deleted !== null || failure?.kind === 'notFound'

/** True where the server has a newer version of the resource, in which somebody else has not changed this property. */
export const isRemoteUnchanged = ({ failure, remote, stored }: FieldEdit) =>
  failure?.resource !== undefined && isSameValue(remote, stored)
