/** Makes media objects, by which `_metadata` describes a file and its variants. */
import type { MediaObject } from '#content/model/media-object.ts'
import type { Framing, Point } from '#content/pictures/framing.ts'
import type { FileRecord } from '../store/types/stored-file.ts'
import { framedFiles } from './crops/cropped-files.ts'

type Url = (name: string) => string

interface DescribedFile {
  name: string
  mimeType: string
  /** The size in bytes; -1 for a file that is made when it is first asked for. */
  size: number
  width?: number
  height?: number
  filter?: string
  isAnimated?: true
  preview?: string
}

const describe = (file: DescribedFile, url: Url, focalPoint: Point | undefined): MediaObject => ({
  '@type': 'http://schema.org/MediaObject',
  '@id': `/_/media_objects/${file.name}`,
  contentUrl: url(file.name),
  fileSize: file.size,
  formattedFileSize: file.size < 0 ? '' : formatSize(file.size),
  mimeType: file.mimeType,
  ...(file.width !== undefined && { width: file.width, height: file.height }),
  ...(file.filter && { imagineFilter: file.filter }),
  ...(file.isAnimated && { isAnimated: true }),
  ...(file.preview !== undefined && { preview: file.preview }),
  ...(focalPoint && { focalPoint }),
})

/**
 * Returns the original file and its variants as the API describes them, and the files of its crop. `url` returns the URL
 * of a file by its name.
 */
export const mediaFilesOf = (
  record: FileRecord,
  url: Url,
  framing: Framing = {},
): MediaObject[] => {
  const { variants, ...original } = record
  const { files, focalPoint, pointInCrop } = framedFiles(record, framing)
  return [
    ...[original, ...variants].map((file) => describe(file, url, focalPoint)),
    ...files.map((file) =>
      describe({ ...file, mimeType: 'image/webp', size: -1 }, url, pointInCrop),
    ),
  ]
}

const kilobyte = 1024
const formatSize = (size: number) =>
  size < kilobyte
    ? `${size}B`
    : size < kilobyte * kilobyte
      ? `${(size / kilobyte).toFixed(1)}KB`
      : `${(size / kilobyte / kilobyte).toFixed(1)}MB`
