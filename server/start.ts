/** From an environment to a server that listens, and from a signal to its end. */
import {
  type IncomingMessage,
  type ServerResponse,
  createServer as createHttpServer,
} from 'node:http'
import { type HttpBindings, getRequestListener } from '@hono/node-server'
import { createServer } from './app.ts'
import { type Config, StartError, readConfig } from './config.ts'
import type { Content } from './content.ts'
import { openEmbedded } from './embedded.ts'
import { finishedResponse } from './http/response-headers.ts'
import { answerUnparsable } from './http/unparsable-request.ts'
import { installLastResort } from './last-resort.ts'
import { lingerOnClose } from './linger.ts'
import { close, listen, requireFreeAddress, urlOf } from './listening.ts'
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
  await requireFreeAddress(config)
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
  const isHttps = config.siteUrl?.startsWith('https:') ?? false
  const FinishedResponse = finishedResponse(isHttps)
  const server = createHttpServer({ ServerResponse: FinishedResponse }, (request, response) => {
    // What is written to a connection that has gone is an error of the response, and nobody's business.
    response.on('error', ignore)
    lingerOnClose(request, response)
    if (before) return before(request, response, () => answer(request, response))
    shortcut(request, response, () => answer(request, response))
  })
  answerUnparsable(server, isHttps)

  try {
    // Whoever finds the port open can sign in.
    const { lines, takeBack } = await content.prepare()
    await listen(server, config).catch(async (error: unknown) => {
      await takeBack()
      throw error
    })
    for (const line of lines) write(`${line}\n`)
  } catch (error) {
    content.hangUp()
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
