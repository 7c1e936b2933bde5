/** The media library: the files that were uploaded, as editors read them. */
import type { Iri } from '../model/iri.ts'
import type { FileUse, MediaObject } from '../model/media-object.ts'
import type { ReadResource, Resource } from '../model/resource.ts'

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
export const pictureOf = (file: MediaFile, minSize: number) =>
  pictureIn(versionsOfFile(file), minSize)

/** Returns the same of the versions of a file, the original first. */
export const pictureIn = (
  versions: readonly MediaObject[],
  minSize: number,
): MediaObject | undefined => {
  const isLarge = ({ width = 0, height = 0 }: MediaObject) => Math.max(width, height) >= minSize
  const [smallest] = versions
    .filter(isLarge)
    .toSorted((one, other) => one.fileSize - other.fileSize)
  return smallest ?? versions[0]
}

/** Returns how many files are listed, or what to do where there are none. */
export const mediaSummary = (total: number, isFiltered: boolean) => {
  if (total === 1) return '1 file'
  if (total > 1) return `${total.toLocaleString('en')} files`
  return isFiltered
    ? 'Nothing was found. Try fewer words, or another tag.'
    : 'No files yet. Every picture that is uploaded or added to a page appears here.'
}

/** Returns the alternative text in a language, or else in the one that this is a variant of, such as `pt` for `pt-BR`. */
export const alternativeTextIn = (
  { alternativeTexts }: MediaFile,
  language: string,
): string | undefined => {
  const wanted = language.toLowerCase()
  const textIn = (tag: string) =>
    Object.entries(alternativeTexts).find(([other]) => other.toLowerCase() === tag)?.[1]
  return textIn(wanted) ?? textIn(wanted.replace(/-.*/, ''))
}

/** Returns the file that a value names, as it was chosen in the library; undefined for any other value. */
const chosenFile = (value: unknown, read: ReadResource): MediaFile | undefined => {
  if (typeof value !== 'string' || !value.startsWith(`${mediaObjectsEndpoint}/`)) return undefined
  const resource = read(value)
  return resource && isMediaFile(resource) ? resource : undefined
}

/**
 * Returns a resource with the files that were chosen in the library in place of their IRIs, as if they were stored.
 * `properties` are those that may refer to a file.
 */
export const withChosenFiles = <R extends Resource>(
  resource: R,
  properties: readonly string[],
  read: ReadResource,
): R => {
  const chosen = properties.flatMap((property) => {
    const file = chosenFile(resource[property], read)
    return file ? [[property, versionsOfFile(file)] as const] : []
  })
  if (chosen.length === 0) return resource
  const { mediaObjects } = resource._metadata
  return {
    ...resource,
    ...Object.fromEntries(chosen.map(([property]) => [property, undefined])),
    _metadata: {
      ...resource._metadata,
      mediaObjects: { ...mediaObjects, ...Object.fromEntries(chosen) },
    },
  }
}
