/**
 * Creates the render host of a production build: the renderer is bundled into the server, the client's files are beside
 * it.
 */
import { fileURLToPath } from 'node:url'
import type { RenderHost } from '../startup/start.ts'
import { readClientAssets } from './build-assets.ts'
import { createStaticFiles } from './static-files.ts'

/** The id of the build, which the build puts in its place, the same in the server and the client. */
declare const __BUILD__: string

/** Creates the host of the built client beside the server. Rejects when its files cannot be read. */
export const createBuiltHost = async (): Promise<RenderHost> => {
  const folder = fileURLToPath(new URL('../client', import.meta.url))
  return {
    build: __BUILD__,
    assets: readClientAssets(folder),
    files: await createStaticFiles(folder),
    loadRenderer: () => import('#src/entry-server.tsx'),
  }
}
