/** What the build has made: the renderer, which is in the server's own file, and the visitor's files beside it. */
import { fileURLToPath } from 'node:url'
import type { RenderHost } from '../startup/start.ts'
import { readAssets } from './build-assets.ts'
import { createStaticFiles } from './static-files.ts'

/** Put in by the build, the same on both sides. */
declare const __BUILD__: string

export const createBuiltHost = async (): Promise<RenderHost> => {
  const folder = fileURLToPath(new URL('../client', import.meta.url))
  return {
    build: __BUILD__,
    assets: readAssets(folder),
    files: await createStaticFiles(folder),
    loadRenderer: () => import('#src/entry-server.tsx'),
  }
}
