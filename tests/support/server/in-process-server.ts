/** The whole server in this process, asked over HTTP by somebody with a browser's cookies. */
import { start } from '#server/startup/start.ts'
import type { StorageEnv } from './databases.ts'
import { password } from '../http/http-client.ts'

export {
  type HttpClient,
  type HttpResponse,
  createHttpClient,
  password,
} from '../http/http-client.ts'

export interface TestServer {
  url: string
  stop: () => Promise<void>
  /** Lets time pass, in milliseconds. */
  advance: (by: number) => void
  /** Returns its output so far, with the request log. */
  output: () => string
  /** Returns the number of responses that were rendered rather than found in a cache. */
  renders: () => number
}

/** Starts the site in this process, on a free port. `storage` says where the content is stored. */
export const startServer = async (
  storage: StorageEnv,
  env: Record<string, string> = {},
): Promise<TestServer> => {
  let output = ''
  let clockOffset = 0
  let renders = 0
  const running = await start(
    {
      build: 'test',
      assets: {
        visitor: { script: '/visitor.js', preloads: [], styles: [] },
        editor: { script: '/script.js', preloads: [], styles: [] },
      },
      loadRenderer: () => {
        renders += 1
        return import('#src/entry-server.tsx')
      },
    },
    {
      env: { PORT: '0', ADMIN_PASSWORD: password, ...storage, ...env },
      write: (text) => (output += text),
      clock: () => Date.now() + clockOffset,
    },
  )
  return {
    ...running,
    advance: (by) => (clockOffset += by),
    output: () => output,
    renders: () => renders,
  }
}
