/** From an environment to a server that listens, and from a signal to its end. */
import { once } from 'node:events'
import {
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer as createHttpServer,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { type HttpBindings, getRequestListener } from '@hono/node-server'
import { createServer } from './app.ts'
import { type Config, StartError, readConfig } from './config.ts'
import type { Content } from './content.ts'
import { openEmbedded } from './embedded.ts'
import { finishedResponse } from './http/response-headers.ts'
import { installLastResort } from './last-resort.ts'
import { lingerOnClose } from './linger.ts'
import { createLog } from './log.ts'
import { createOrigins } from './origins.ts'
import { openRemote } from './remote.ts'
import { createPageCache } from './render/cache.ts'
import { type SiteOptions, createSite } from './render/site.ts'
import { noShortcut } from './shortcut.ts'
import { reasonOf } from './store/opened.ts'

/** What pages are rendered with: the build's files, or vite while developing. */
export interface Stage extends Pick<
  SiteOptions,
  'build' | 'loadRenderer' | 'assets' | 'files' | 'transform'
> {
  /** Looks at every request first. */
  before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

export interface Running {
  url: string
  /** Finishes the requests under way, for a while. */
  stop: () => Promise<void>
  /** Writes an error into the log that nobody expected. */
  report: (problem: unknown) => void
}

interface CacheParts {
  config: Config
  stage: Stage
  content: Content
  clock: () => number
}

/** How long requests may take to finish once the server is to end, in milliseconds. */
const patience = 10_000

interface Surroundings {
  env: Record<string, string | undefined>
  /** Where the address and the log go. */
  write: (text: string) => void
  /** Milliseconds since 1970. */
  clock?: () => number
}

export const start = async (
  { before, ...stage }: Stage,
  { env, write, clock = Date.now }: Surroundings,
): Promise<Running> => {
  const config = readConfig(env)
  const log = createLog(write)
  const content = config.apiUrl
    ? openRemote(config.apiUrl)
    : await openEmbedded({ config, version: stage.build, log, clock })
  const site = createSite({
    ...stage,
    ...content,
    cache: cacheFor({ config, stage, content, clock }),
    origin: createOrigins(config).home,
    log: log.trouble,
  })
  const fetch = createServer({
    api: content.routes?.api ?? null,
    hub: content.routes?.hub ?? null,
    site,
    health: content.health,
    log,
  })
  const listener = getRequestListener((request, connection) =>
    fetch(request, connection as HttpBindings),
  )
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    listener(request, response).catch((error: unknown) => {
      log.trouble(error, 'process')
      response.destroy()
    })
  }
  const shortcut = content.routes?.shortcut ?? noShortcut
  const FinishedResponse = finishedResponse(config.siteUrl?.startsWith('https:') ?? false)
  const server = createHttpServer({ ServerResponse: FinishedResponse }, (request, response) => {
    // What is written to a connection that has gone is an error of the response, and nobody's business.
    response.on('error', ignore)
    lingerOnClose(request, response)
    if (before) return before(request, response, () => answer(request, response))
    shortcut(request, response, () => answer(request, response))
  })

  try {
    await listen(server, config)
    for (const line of await content.opened()) write(`${line}\n`)
  } catch (error) {
    await content.close()
    throw error
  }
  const url = urlOf(config, server)
  write(`Troupe is at ${url}\n`)

  return {
    url,
    stop: async () => {
      content.hangUp()
      await close(server)
      await content.close()
      log.flush()
    },
    report: (problem) => log.trouble(problem, 'process'),
  }
}

/** While developing pages change without anybody saying so. */
const cacheFor = ({ config, stage, content: { changes }, clock }: CacheParts) =>
  changes && config.pageCache && !stage.transform
    ? createPageCache({ changes, room: config.pageCache, clock })
    : null

/** Starts as a process of its own: a start that is refused is one line and code 1, a signal ends it with code 0. */
export const run = async (stage: Stage) => {
  try {
    const write = (text: string) => process.stdout.write(text)
    // Whoever reads the log may go away.
    process.stdout.on('error', ignore)
    const running = await start(stage, { env: process.env, write })
    installLastResort(running.report)
    const end = () => {
      running.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${reasonOf(error)}\n`)
          process.exit(1)
        },
      )
    }
    process.once('SIGTERM', end)
    process.once('SIGINT', end)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

const ignore = () => {}

const listen = async (server: Server, { port, host }: Config) => {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new StartError(`PORT ${port} on ${host} is already in use.`)
    if (code === 'EACCES') throw new StartError(`PORT ${port} on ${host} may not be listened on.`)
    throw new StartError(`HOST ${host} cannot be listened on: ${reasonOf(error)}`)
  }
}

/** Where a browser on this machine finds it. */
const urlOf = ({ host }: Config, server: Server) => {
  const { port } = server.address() as AddressInfo
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = host.includes(':') ? `[${host}]` : host
  return `http://${isEverywhere ? '127.0.0.1' : name}:${port}`
}

const close = async (server: Server) => {
  const closed = once(server, 'close')
  server.close()
  // A connection that is kept open for a next request is idle only once its last answer is out.
  const idling = setInterval(() => server.closeIdleConnections(), 50)
  const forcing = setTimeout(() => server.closeAllConnections(), patience)
  await closed
  clearInterval(idling)
  clearTimeout(forcing)
}
