/** The media library: the files that were uploaded, as editors read them. */
import type { Iri } from '../model/iri.ts'
import type { FileUse, MediaObject } from '../model/media-object.ts'
import type { Resource } from '../model/resource.ts'

/** The endpoint of the list; each file is at `/_/media_objects/{id}`. */
export const mediaObjectsEndpoint: Iri = '/_/media_objects'

/** The path of the screen of the library; that of each file is below it. */
export const mediaLibraryPath = '/_cwa/media'

/** A file of the media library. */
export interface MediaFile extends Resource {
  '@id': Iri
  '@type': 'MediaObject'
  /** The name that editors know it by, at first that of the uploaded file. */
  name: string
  tags: readonly string[]
  /** The alternative texts by language tag, such as `de` or `pt-BR`. */
  alternativeTexts: Readonly<Record<string, string>>
  /** The number of resources that have it. */
  useCount: number
  /** The first of those resources. Lists leave it out. */
  usedBy?: readonly FileUse[]
  createdAt: string
}

export interface MediaTag {
  tag: string
  fileCount: number
}

/** One page of the list, with the tags of all files. */
export interface MediaFileList {
  files: readonly MediaFile[]
  /** The number of all that match. */
  total: number
  /** The number of pages. */
  pages: number
  /** The most frequent first. */
  tags: readonly MediaTag[]
}

/** The number of files on a page of the list. */
export const filesPerPage = 40

export const isMediaFile = (resource: Resource): resource is MediaFile =>
  resource['@type'] === 'MediaObject'

/** Returns one page of the list as the screen shows it. */
export const mediaFileListOf = (
  listed: { members: readonly Resource[]; total: number },
  tags: readonly MediaTag[],
): MediaFileList => ({
  files: listed.members.filter(isMediaFile),
  total: listed.total,
  pages: Math.ceil(listed.total / filesPerPage),
  tags,
})

/** The parameters of the screen's query string, and those of the API by which it lists files. */
const parameters: Readonly<Record<string, string>> = {
  search: 'search',
  tag: 'tags[]',
  page: 'page',
}

/** Returns the parameters by which files are read: those of the screen's query string that the API knows. */
export const mediaQuery = (search: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...new URLSearchParams(search)].flatMap(([name, value]) =>
      value && Object.hasOwn(parameters, name) ? [[parameters[name]!, value]] : [],
    ),
  )

/** Returns the original file and its variants, the original first. */
export const versionsOfFile = (file: MediaFile): readonly MediaObject[] =>
  file._metadata.mediaObjects?.['file'] ?? []

/**
 * Returns the smallest version of a picture whose longer side has a number of pixels; the original if none has. Vector
 * graphics have no other version.
 */
export const pictureOf = (file: MediaFile, minSize: number): MediaObject | undefined => {
  const versions = versionsOfFile(file)
  const isLarge = ({ width = 0, height = 0 }: MediaObject) => Math.max(width, height) >= minSize
  const [smallest] = versions
    .filter(isLarge)
    .toSorted((one, other) => one.fileSize - other.fileSize)
  return smallest ?? versions[0]
}
