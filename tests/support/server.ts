/** The whole server in this process, asked over HTTP by somebody with a browser's cookies. */
import { start } from '#server/start.ts'
import type { Place } from './databases.ts'
import { password } from './person.ts'

export { type Person, type Reply, createPerson, password } from './person.ts'

export interface TestServer {
  url: string
  stop: () => Promise<void>
  /** Lets time pass, in milliseconds. */
  advance: (by: number) => void
  /** What it has printed, the request log too. */
  output: () => string
  /** How many answers it has rendered, rather than found. */
  renders: () => number
}

export const startServer = async (
  place: Place,
  env: Record<string, string> = {},
): Promise<TestServer> => {
  let output = ''
  let ahead = 0
  let renders = 0
  const running = await start(
    {
      build: 'test',
      assets: { script: '/script.js', preloads: [], styles: [] },
      loadRenderer: () => {
        renders += 1
        return import('#src/entry-server.tsx')
      },
    },
    {
      env: { PORT: '0', ADMIN_PASSWORD: password, ...place, ...env },
      write: (text) => (output += text),
      clock: () => Date.now() + ahead,
    },
  )
  return {
    ...running,
    advance: (by) => (ahead += by),
    output: () => output,
    renders: () => renders,
  }
}
