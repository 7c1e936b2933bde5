/** The files that are uploaded to the media library from one tab, in the order in which they were added. */
import type { Failure } from '../model/failure.ts'
import { fileRefusalOf } from '../model/image-file.ts'
import type { Iri } from '../model/iri.ts'

/** The number of files that are sent at the same time. */
const maxSending = 2

/** The number of files that are listed at most; their pictures are in the memory of the browser. */
const maxListed = 500

/** A file that is to be uploaded. */
export interface PickedFile {
  id: string
  file: File
}

/** The attributes of a picture in a text; null for those that it does not have. */
type PictureAttributes = Readonly<Record<string, string | null>>

/** The file of the library that has the content of an upload. */
export interface SavedFile {
  iri: Iri
  /** False if the library had the content before. */
  isNew: boolean
  /** The attributes of the picture in a text. */
  picture: PictureAttributes
}

/**
 * - `interrupted`: from before the document was loaded, and sent once the user wants it
 * - `waiting`: is sent as soon as it can be
 * - `refused`: no picture, or too large
 * - `failed`: may be sent again
 */
export type UploadStatus =
  'interrupted' | 'waiting' | 'sending' | 'saved' | 'refused' | 'failed' | 'canceled'

export interface Upload extends PickedFile {
  status: UploadStatus
  /** Null until it is saved. */
  saved: SavedFile | null
  /** The reason why it is refused or has failed. */
  reason: string | null
}

export type UploadOutcome = { saved: SavedFile } | { failure: Failure }

const hasStatus =
  (...statuses: UploadStatus[]) =>
  ({ status }: Upload) =>
    statuses.includes(status)

export const isInterrupted = hasStatus('interrupted')
export const isSending = hasStatus('sending')
export const isFailed = hasStatus('failed')
/** True while a file is sent or will be. */
export const isPending = hasStatus('waiting', 'sending')
/** True until a file is saved, or will never be. */
export const isUnsent = hasStatus('waiting', 'sending', 'failed')
/** True for a file that may be sent again. */
export const canRetry = hasStatus('failed', 'canceled')
/** True for a file that is not to be sent after all, if the user wants that. */
export const canCancel = hasStatus('interrupted', 'waiting', 'sending', 'failed')
/** True for a file about which there is nothing left to do. */
const isSettled = hasStatus('saved', 'refused', 'canceled')

const uploadOf = (picked: PickedFile, reason: string | null): Upload => ({
  ...picked,
  status: reason === null ? 'waiting' : 'refused',
  saved: null,
  reason,
})

/** Adds files at the end. Those that the API would not accept are refused before they are sent. */
export const addFiles = (uploads: readonly Upload[], files: readonly PickedFile[]): Upload[] => [
  ...uploads,
  ...files.map((picked, at) =>
    uploadOf(
      picked,
      uploads.length + at < maxListed
        ? fileRefusalOf(picked.file)
        : `Add at most ${maxListed} files. Clear the list to add others.`,
    ),
  ),
]

/** Adds files from before the document was loaded, which are not sent until the user wants that. */
export const addInterrupted = (
  uploads: readonly Upload[],
  files: readonly PickedFile[],
): Upload[] => [
  ...files
    .filter(({ id }) => !uploads.some((upload) => upload.id === id))
    .map((picked): Upload => ({ ...uploadOf(picked, null), status: 'interrupted' })),
  ...uploads,
]

/** Returns the files whose turn it is to be sent. */
export const nextUploads = (uploads: readonly Upload[]) =>
  uploads.filter(hasStatus('waiting')).slice(0, maxSending - uploads.filter(isSending).length)

/** Returns the uploads with another status of those for which a condition holds. */
export const withStatus = (
  uploads: readonly Upload[],
  isChanged: (upload: Upload) => boolean,
  status: UploadStatus,
): Upload[] =>
  uploads.map((upload) => (isChanged(upload) ? { ...upload, status, reason: null } : upload))

/** True for an outcome after which the file waits: the site is not reached, or nobody is signed in any more. */
export const isUnreachable = (outcome: UploadOutcome) =>
  'failure' in outcome && (outcome.failure.kind === 'offline' || outcome.failure.status === 401)

const changesAfter = (outcome: UploadOutcome): Pick<Upload, 'status' | 'saved' | 'reason'> => {
  if ('saved' in outcome) return { status: 'saved', saved: outcome.saved, reason: null }
  if (isUnreachable(outcome)) return { status: 'waiting', saved: null, reason: null }
  const { kind, status, message, violations } = outcome.failure
  const isRefused = kind === 'invalid' || status === 413
  return {
    status: isRefused ? 'refused' : 'failed',
    saved: null,
    reason: violations[0]?.message ?? message,
  }
}

/** Returns the uploads after the attempt to send one of them has ended. */
export const afterAttempt = (
  uploads: readonly Upload[],
  id: string,
  outcome: UploadOutcome,
): Upload[] =>
  uploads.map((upload) => (upload.id === id ? { ...upload, ...changesAfter(outcome) } : upload))

/** Returns the uploads about which there is something left to do or to decide. */
export const withoutSettled = (uploads: readonly Upload[]) =>
  uploads.filter((upload) => !isSettled(upload))

/** Returns the ids of the files that a reload has to bring back: all that may still be sent. */
export const keptIds = (uploads: readonly Upload[]) => uploads.filter(canCancel).map(({ id }) => id)

/** Returns in words how far the uploads are. */
export const uploadSummary = (uploads: readonly Upload[]): string => {
  const count = (isCounted: (upload: Upload) => boolean) => uploads.filter(isCounted).length
  const saved = count(hasStatus('saved'))
  const total = uploads.length - count(hasStatus('interrupted', 'canceled'))
  const problems = [
    [count(isFailed), 'failed'],
    [count(hasStatus('refused')), 'refused'],
  ]
    .filter(([number]) => number !== 0)
    .map(([number, word]) => `, ${number} ${word}`)
  return `${saved} of ${total} uploaded${problems.join('')}`
}
