/** The changes that are made to a file of the media library and not saved yet. */
import { dequal } from 'dequal/lite'
import type { Iri } from '../model/iri.ts'
import { safeDecodeUri } from '../navigation/location.ts'
import { type MediaFile, mediaLibraryPath, mediaObjectsEndpoint } from './media-library.ts'

/** The texts as they are typed. */
export interface MediaFileDraft {
  name?: string
  /** Separated by commas. */
  tags?: string
  /** By language tag; a blank one is removed. */
  alternativeTexts?: Readonly<Record<string, string>>
}

/** The body of a request that changes a file: only what differs from what is stored. */
type MediaFileChanges = Partial<{
  name: string
  tags: readonly string[]
  alternativeTexts: Readonly<Record<string, string | null>>
}>

/** A file with its ETag. */
export interface MediaFileVersion {
  file: MediaFile
  etag: string | undefined
}

/** The request that saves changes in the version in which they were made. */
export interface MediaFileSave {
  iri: Iri
  changes: MediaFileChanges
  etag: string | undefined
}

/** Returns the path of the screen of a file; the file's name in its IRI is its last segment. */
export const mediaFilePath = (iri: Iri) => `${mediaLibraryPath}/${encodeURIComponent(nameIn(iri))}`

const nameIn = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Returns the IRI of the file whose screen has a path. */
export const mediaFileIriIn = (path: string): Iri =>
  `${mediaObjectsEndpoint}/${safeDecodeUri(nameIn(path))}`

/** Returns the tags in a text, each once, as the API stores them. */
const tagsIn = (text: string) =>
  [
    ...new Set(
      text
        .split(',')
        .map((tag) => tag.trim().toLowerCase().normalize('NFC'))
        .filter(Boolean),
    ),
  ].toSorted()

/** Returns the texts of a file with those that are not saved yet. */
export const textsOf = (file: MediaFile, draft: MediaFileDraft): Required<MediaFileDraft> => ({
  name: draft.name ?? file.name,
  tags: draft.tags ?? file.tags.join(', '),
  alternativeTexts: { ...file.alternativeTexts, ...draft.alternativeTexts },
})

/** Returns a draft with further changes. */
export const mergeDrafts = (draft: MediaFileDraft, changes: MediaFileDraft): MediaFileDraft => ({
  ...draft,
  ...changes,
  ...(changes.alternativeTexts && {
    alternativeTexts: { ...draft.alternativeTexts, ...changes.alternativeTexts },
  }),
})

/** Returns what a draft changes of a file. */
export const changesOf = (file: MediaFile, draft: MediaFileDraft): MediaFileChanges => {
  const { name, tags, alternativeTexts = {} } = draft
  const tagList = tags === undefined ? file.tags : tagsIn(tags)
  const texts = Object.entries(alternativeTexts)
    .map(([language, text]) => [language, text.trim() || null] as const)
    .filter(([language, text]) => text !== (file.alternativeTexts[language] ?? null))
  return {
    ...(name !== undefined && name.trim() !== file.name && { name }),
    ...(!dequal(tagList, file.tags) && { tags: tagList }),
    ...(texts.length > 0 && { alternativeTexts: Object.fromEntries(texts) }),
  }
}

export const hasChanges = (file: MediaFile, draft: MediaFileDraft) =>
  Object.keys(changesOf(file, draft)).length > 0

/** Returns what was typed after a draft was sent, and blank texts, whose fields wait to be filled in. */
export const typedSince = (draft: MediaFileDraft, sent: MediaFileDraft): MediaFileDraft => {
  const texts = Object.entries(draft.alternativeTexts ?? {}).filter(
    ([language, text]) => !text.trim() || text !== sent.alternativeTexts?.[language],
  )
  return {
    ...(draft.name !== sent.name && { name: draft.name! }),
    ...(draft.tags !== sent.tags && { tags: draft.tags! }),
    ...(texts.length > 0 && { alternativeTexts: Object.fromEntries(texts) }),
  }
}
