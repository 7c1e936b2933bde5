/** Describes files of the media library as resources, with ETags. */
import type { FileUse } from '#content/model/media-object.ts'
import type { Resource } from '#content/model/resource.ts'
import type { Viewer } from '../../auth/viewer.ts'
import { toApiDate } from '../../store/access/read-context.ts'
import type { MediaObjectTable } from '../../store/db/schema.ts'
import { etagOf } from '../../store/read/etag.ts'
import { type MediaObjectData, mediaObjectType } from '../../store/types/media-object-data.ts'
import { mediaFilesOf } from '../media-files.ts'

/** A file of the library as a response has it. */
export interface MediaObjectResult {
  resource: Resource
  etag: string
}

/** The viewer who asks, and the versions that the request expects. */
export interface MediaRequest {
  viewer: Viewer
  /** The base URL of the API as this client reaches it, for the URLs of files. */
  base: string | undefined
  /** The ETags of the versions that may be changed; null for any version. */
  expectedEtags: readonly string[] | null
}

interface UseFacts {
  useCount: number
  usedBy?: readonly FileUse[]
}

/** Returns a media object as a resource. `base` is the base URL of the API. */
export const mediaObjectResource = (
  { iri, data, created_at: createdAt, modified_at: modifiedAt }: MediaObjectTable,
  uses: UseFacts,
  base: string,
): Resource => {
  const { file, ...about } = JSON.parse(data) as MediaObjectData
  return {
    '@id': iri,
    '@type': mediaObjectType,
    ...about,
    ...uses,
    createdAt: toApiDate(createdAt),
    modifiedAt: toApiDate(modifiedAt),
    _metadata: {
      persisted: true,
      mediaObjects: { file: mediaFilesOf(file, (name) => `${base}${iri}/download/file/${name}`) },
    },
  }
}

/** Returns the ETag of a media object, with quotes. How it is used is no part of its version. */
export const mediaObjectEtag = ({ iri, version, created_at: createdAt }: MediaObjectTable) =>
  etagOf({ iri, version, createdAt })
