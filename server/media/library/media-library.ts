/** The media library: everything that was uploaded, once each by its content, with the resources that have it. */
import type { Iri } from '#content/model/iri.ts'
import { listMediaObjects } from './list-media-objects.ts'
import {
  type MediaLibraryOptions,
  createMediaLibraryChanges,
  findRow,
} from './media-library-changes.ts'
import {
  type MediaObjectResult,
  type MediaRequest,
  mediaObjectEtag,
  mediaObjectResource,
} from './media-object-resource.ts'
import { listTags } from './media-object-tags.ts'

/** Creates the media library. */
export const createMediaLibrary = (options: MediaLibraryOptions) => {
  const { db, media, uses } = options
  const baseOf = ({ base = options.base }: MediaRequest) => base

  return {
    /** Returns one page of the files that match a query. */
    async list(query: URLSearchParams, request: MediaRequest) {
      const { rows, ...found } = await listMediaObjects(db, query)
      const counts = await uses.count(rows.map(({ iri }) => iri))
      const members = rows.map((row) =>
        mediaObjectResource(row, { useCount: counts.get(row.iri) ?? 0 }, baseOf(request)),
      )
      return { members, ...found }
    },

    tags: () => listTags(db),

    /** True if the viewer may read a resource that has a file: then it shows the file to the viewer, too. */
    isReadable: uses.isReadable,

    /** Returns a file with its uses, by its IRI or by one that a resource describes it with; null if there is none. */
    async find(iri: Iri, request: MediaRequest): Promise<MediaObjectResult | null> {
      const known = await media.findFile(iri)
      const row = known && (await findRow(db, known.iri))
      if (!row) return null
      const useCount = (await uses.count([row.iri])).get(row.iri) ?? 0
      const usedBy = useCount ? await uses.describe(row.iri, request.viewer) : []
      return {
        resource: mediaObjectResource(row, { useCount, usedBy }, baseOf(request)),
        etag: mediaObjectEtag(row),
      }
    },

    ...createMediaLibraryChanges(options),
  }
}

export type MediaLibrary = ReturnType<typeof createMediaLibrary>
