/** Entry of the chunk with the content API's client, which is loaded for the first request. */
import { type ContentApiOptions, createContentApi } from '#src/api/content-api.ts'
import { log } from '../browser/logger.ts'

/** Returns a client of the content API that writes problems to the browser's console. */
export const createBrowserApi = (options: Omit<ContentApiOptions, 'log'>) =>
  createContentApi({ ...options, log })
