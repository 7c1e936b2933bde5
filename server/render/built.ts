/** What the build has made: the renderer, which is in the server's own file, and the visitor's files beside it. */
import { fileURLToPath } from 'node:url'
import type { Stage } from '../start.ts'
import { readAssets } from './assets.ts'
import { serveFiles } from './files.ts'

/** Put in by the build, the same on both sides. */
declare const __BUILD__: string

export const builtStage = async (): Promise<Stage> => {
  const folder = fileURLToPath(new URL('../client', import.meta.url))
  return {
    build: __BUILD__,
    assets: readAssets(folder),
    files: await serveFiles(folder),
    loadRenderer: () => import('#src/entry-server.tsx'),
  }
}
