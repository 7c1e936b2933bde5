/** Provides the effects of the list of the media library. Loaded with the screen or the dialog that shows it. */
import { fromPromise } from 'xstate'
import {
  type MediaFileList,
  type MediaTag,
  filesPerPage,
  mediaFileListOf,
  mediaObjectsEndpoint,
  mediaQuery,
} from '#content/pictures/media-library.ts'
import { mediaLibraryMachine } from '#machines/admin/media-library.ts'
import { servicesOf } from '../services/services.ts'
import { mediaSavesSettled } from './media-saves.ts'
import { renewSession, withSession } from './session-effects.ts'

export const mediaLibrary = mediaLibraryMachine.provide({
  actors: {
    readMediaFiles: fromPromise<MediaFileList, { search: string }>(
      async ({ system, input: { search }, signal }) => {
        const { resources, client } = await servicesOf(system).loadApi()
        // The list shows what was typed on the screen of a file just before.
        await mediaSavesSettled(system)
        const query = { ...mediaQuery(search), perPage: `${filesPerPage}` }
        const [listed, { body }] = await withSession(system, () =>
          Promise.all([
            resources.list(mediaObjectsEndpoint, { query, signal }),
            client.get(`${mediaObjectsEndpoint}/tags`, { signal }),
          ]),
        )
        return mediaFileListOf(listed, (body as { tags: MediaTag[] }).tags)
      },
    ),
    renewSession,
  },
})
