/** Compares the files of two versions of a resource, for requests that store them again. */
import { fileUrlOf } from '../model/component-versions.ts'
import type { MediaObject } from '../model/media-object.ts'
import type { Resource } from '../model/resource.ts'
import type { KnownContent } from './types.ts'

/** Returns the files of a resource as they were uploaded, by property, with the URLs of those of this version. */
export const originalFilesOf = (
  resource: Resource | undefined,
): Record<string, MediaObject | undefined> =>
  Object.fromEntries(
    Object.entries(resource?._metadata.mediaObjects ?? {}).map(([property, [original]]) => [
      property,
      original && { ...original, contentUrl: fileUrlOf(original, resource!) },
    ]),
  )

/** Returns the files of a resource for the body of a request, without those that `current` has already. */
export const changedFiles = (
  wanted: Resource | undefined,
  current: Resource | undefined,
  { readFile }: Pick<KnownContent, 'readFile'>,
): Record<string, string | null> => {
  const [files, others] = [originalFilesOf(wanted), originalFilesOf(current)]
  return Object.fromEntries(
    [...new Set([...Object.keys(files), ...Object.keys(others)])]
      .filter((property) => files[property]?.['@id'] !== others[property]?.['@id'])
      .map((property) => {
        const file = files[property]
        return [property, file ? (readFile(file) ?? null) : null]
      }),
  )
}
