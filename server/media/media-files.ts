/** Makes media objects, by which `_metadata` describes a file and its variants. */
import type { MediaObject } from '#content/model/media-object.ts'
import type { FileRecord } from '../store/types/stored-file.ts'

/**
 * Returns the original file and its variants as the API describes them. `url` returns the URL of a file by its name.
 */
export const mediaFilesOf = (
  { variants, ...original }: FileRecord & { filter?: string },
  url: (name: string) => string,
): MediaObject[] =>
  [original, ...variants].map((file) => ({
    '@type': 'http://schema.org/MediaObject',
    '@id': `/_/media_objects/${file.name}`,
    contentUrl: url(file.name),
    fileSize: file.size,
    formattedFileSize: formatSize(file.size),
    mimeType: file.mimeType,
    ...(file.width !== undefined && { width: file.width, height: file.height }),
    ...(file.filter && { imagineFilter: file.filter }),
  }))

const kilobyte = 1024
const formatSize = (size: number) =>
  size < kilobyte
    ? `${size}B`
    : size < kilobyte * kilobyte
      ? `${(size / kilobyte).toFixed(1)}KB`
      : `${(size / kilobyte / kilobyte).toFixed(1)}MB`
