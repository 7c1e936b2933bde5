/** Defines what the media library stores about a file besides its content. */
import type { Iri } from '#content/model/iri.ts'
import { mediaObjectsEndpoint } from '#content/pictures/media-library.ts'
import { foldCase } from '../db/list-columns.ts'
import type { FileRecord } from './stored-file.ts'

export interface MediaObjectData {
  file: FileRecord
  /** The name that editors know it by, at first that of the uploaded file. */
  name: string
  /** In lower case, sorted. */
  tags: readonly string[]
  /** The alternative texts by language tag, such as `de` or `pt-BR`. */
  alternativeTexts: Readonly<Record<string, string>>
}

/** The type of the names by which files are found (`handle` in the schema). */
export const mediaObjectType = 'MediaObject'

/** Returns the IRI of a media object by the name of its original file. */
export const mediaObjectIri = (name: string): Iri => `${mediaObjectsEndpoint}/${name}`

/** Returns the columns by which media objects are searched and filtered, so that neither has to parse their JSON. */
export const mediaColumnsOf = ({ name, tags, alternativeTexts }: MediaObjectData) => ({
  search_text: foldCase(
    [name, ...tags, ...Object.values(alternativeTexts)].join('\n').normalize('NFC'),
  ),
  tags: JSON.stringify(tags),
})
