/** Starts the server from the environment. */
import {
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer as createHttpServer,
} from 'node:http'
import { type HttpBindings, getRequestListener } from '@hono/node-server'
import { createRequestHandler } from '../app.ts'
import { type Config, readConfig } from './config.ts'
import type { ContentSource } from '../content-source/content-source.ts'
import { openEmbeddedSource } from '../content-source/embedded-source.ts'
import { createResponseClass } from '../http/response-headers.ts'
import { metricsRoutes } from '../endpoints/metrics.ts'
import { respondToUnparsableRequests } from '../http/connection/unparsable-request.ts'
import { lingerOnClose } from '../http/connection/lingering-close.ts'
import { closeGracefully, listen, requireFreeAddress, localUrlOf } from './listen.ts'
import { type Log, createLog } from '../log.ts'
import { type Metrics, createMetrics } from '../monitoring/metrics.ts'
import { createOrigins } from '../http/origins.ts'
import { linkBaseWarning } from '../http/email-link-base.ts'
import { openRemoteSource } from '../content-source/remote-source.ts'
import { createPageCache } from '../render/cache/page-cache.ts'
import type { SiteOptions } from '../render/site-options.ts'
import { createSiteRoutes } from '../render/site-routes.ts'
import { type FastPath, noFastPath } from '../http/cached-response-fast-path.ts'

/** Provides the renderer and its assets: those of the build, or Vite's in development. */
export interface RenderHost extends Pick<
  SiteOptions,
  'build' | 'loadRenderer' | 'assets' | 'files' | 'transform'
> {
  /** The middleware that gets every request first. */
  before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

export interface RunningServer {
  url: string
  /** Stops the server once running requests are finished, or after a timeout. */
  stop: () => Promise<void>
  /** Logs an unexpected error. */
  logError: (problem: unknown) => void
}

interface PageCacheParts {
  config: Config
  renderHost: RenderHost
  content: ContentSource
  clock: () => number
}

interface StartOptions {
  env: Record<string, string | undefined>
  /** Receives the text of the standard output: the URL and the log. */
  write: (text: string) => void
  /** Returns milliseconds since 1970. */
  clock?: () => number
}

interface FetchOptions {
  clock: () => number
  log: Log
  /** Null for a server that is not measured. */
  metrics: Metrics | null
}

/** Returns the handler of all requests: pages, the API, the hub, health checks and metrics. */
const createFetch = (
  renderHost: RenderHost,
  config: Config,
  content: ContentSource,
  { clock, log, metrics }: FetchOptions,
) => {
  const site = createSiteRoutes({
    ...renderHost,
    ...content,
    cache: createPageCacheFor({ config, renderHost, content, clock }),
    origin: createOrigins(config).siteOrigin,
    log: log.error,
  })
  return createRequestHandler({
    api: content.routes?.api ?? null,
    hub: content.routes?.hub ?? null,
    site,
    health: content.health,
    log,
    metrics: metrics && metricsRoutes(metrics, config.metricsToken ?? ''),
  })
}

/** Returns a listener for all requests of the port. An error that nothing has handled closes the connection. */
const createListener = (fetch: ReturnType<typeof createRequestHandler>, log: Log) => {
  const listener = getRequestListener((request, connection) =>
    fetch(request, connection as HttpBindings),
  )
  return (request: IncomingMessage, response: ServerResponse) => {
    listener(request, response).catch((error: unknown) => {
      log.error(error, 'process')
      response.destroy()
    })
  }
}

/** Returns the page cache; null in development, where pages change without notice. */
const createPageCacheFor = ({ config, renderHost, content: { changes }, clock }: PageCacheParts) =>
  changes && config.pageCacheBytes && !renderHost.transform
    ? createPageCache({ changes, maxBytes: config.pageCacheBytes, clock })
    : null

type Handle = ReturnType<typeof createListener>

/** Creates the HTTP server; every request passes the renderer's middleware or the cache of responses first. */
const createServer = (
  { siteUrl }: Config,
  before: RenderHost['before'],
  fastPath: FastPath,
  handle: Handle,
) => {
  const isHttps = siteUrl?.startsWith('https:') ?? false
  const FinishedResponse = createResponseClass(isHttps)
  const server = createHttpServer({ ServerResponse: FinishedResponse }, (request, response) => {
    // Writing to a closed connection is an error of the response, which can be ignored.
    response.on('error', ignore)
    lingerOnClose(request, response)
    if (before) return before(request, response, () => handle(request, response))
    fastPath(request, response, () => handle(request, response))
  })
  respondToUnparsableRequests(server, isHttps)
  return server
}

/** Prepares the content and opens the port. Closes the content when that fails. */
const open = async (
  server: Server,
  config: Config,
  content: ContentSource,
  write: StartOptions['write'],
) => {
  try {
    // The first account exists before the port is open.
    const { messages, rollback } = await content.prepare()
    await listen(server, config).catch(async (error: unknown) => {
      await rollback()
      throw error
    })
    const url = config.siteUrl ?? localUrlOf(config, server)
    for (const line of messages(url)) write(`${line}\n`)
  } catch (error) {
    content.closeStreams()
    await content.close()
    throw error
  }
}

/** Creates the log, and the metrics of a server that is measured, which count the requests in it. */
const createMeasuredLog = async ({ metricsToken }: Config, write: StartOptions['write']) => {
  const log = createLog(write)
  if (metricsToken === null) return { log, metrics: null }
  const metrics = await createMetrics()
  return { log: metrics.counted(log), metrics }
}

/** Starts the server. Throws a `StartupError` for settings it cannot use and for a port that is taken. */
export const start = async (
  { before, ...renderHost }: RenderHost,
  { env, write, clock = Date.now }: StartOptions,
): Promise<RunningServer> => {
  const config = readConfig(env)
  await requireFreeAddress(config)
  const { log, metrics } = await createMeasuredLog(config, write)
  const content = config.apiUrl
    ? openRemoteSource(config.apiUrl)
    : await openEmbeddedSource({ config, version: renderHost.build, log, clock })
  if (content.measured) metrics?.addState(content.measured)
  const fetch = createFetch(renderHost, config, content, { clock, log, metrics })
  const handle = createListener(fetch, log)
  const server = createServer(config, before, content.routes?.fastPath ?? noFastPath, handle)
  await open(server, config, content, write)
  const url = localUrlOf(config, server)
  write(`Troupe is at ${url}\n`)
  const warning = config.apiUrl ? null : linkBaseWarning(config)
  if (warning) write(`${warning}\n`)

  return {
    url,
    stop: async () => {
      content.closeStreams()
      await closeGracefully(server)
      await content.close()
      log.flush()
    },
    logError: (problem) => log.error(problem, 'process'),
  }
}

const ignore = () => {}
