/** What answers which address: the content API under its own path, the live-update hub, and the site everywhere else. */
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { viewerOf } from './users/accounts.ts'
import { setSessionCookies, sessionTokenFrom, clearSessionCookies } from './auth/session-cookies.ts'
import { type Env, anonymous } from './http/hono-env.ts'
import { errorPageFor, problemFor } from './http/error-response.ts'
import { withCors } from './http/cors.ts'
import { hydraPrefix } from './http/hydra-prefix.ts'
import type { Log } from './log.ts'
import { problem } from './http/problem.ts'
import type { Health } from './health.ts'
import { limitBodySize } from './http/request-body.ts'
import { type AuthOptions, authRoutes } from './routes/auth.ts'
import { entrypoint } from './routes/entrypoint.ts'
import { healthRoutes } from './routes/health.ts'
import { apiBase, commonHeaders, requestIriOf, methodNotAllowed } from './http/content-endpoint.ts'
import { manifestRoutes } from './routes/manifests.ts'
import { type StoringFiles, resourceRoutes } from './routes/resources.ts'

type C = Context<Env>

export interface ApiOptions extends AuthOptions {
  /** What the documentation says is running. */
  version: string
  log: Log
  health: Pick<Health, 'recordError'>
  /** Answers carry `hydra:` names beside the plain ones. */
  hydraPrefix?: boolean
  /** Whatever else answers under the API, before the content does. */
  featureRoutes?: readonly Hono<Env>[]
  storingFiles?: StoringFiles
}

/** Every endpoint of the content API, by its path below the mount. */
export const createApiRoutes = (options: ApiOptions) => {
  const { store, version, featureRoutes = [], storingFiles } = options
  const api = new Hono<Env>()
    .use(onlyIf(options.hydraPrefix === true, hydraPrefix))
    .use(withCommonHeaders(options))
    .use(refuseForeignWrites(options))
    .use(recognise(options))
    .use(limitBodySize)
    .route('/', authRoutes(options))
    .route('/', entrypoint(store, version))
    .route('/', manifestRoutes(store))
  for (const part of featureRoutes) api.route('/', part)
  api.route('/', resourceRoutes(store, storingFiles)).all('*', (c) => {
    if (isReadOnly(requestIriOf(c))) return onlyRead(c)
    throw problem(404)
  })
  return api
}

/** The embedded content API, under `/_api`; asked over HTTP by browsers, and in process by the renderer. */
export const createApi = (options: ApiOptions) => {
  const { log, health } = options
  const answering = new Hono<Env>()
    .route(apiBase, createApiRoutes(options))
    .onError((thrown, c) => {
      const refusal = isGone(c, thrown) ? problem(400) : problemFor(thrown)
      if (refusal.status >= 500) log.error(thrown, c.req.path)
      health.recordError(thrown)
      const { body, headers } = refusal.toResponse()
      // What was said about this answer before it was refused still holds.
      return c.newResponse(body, { status: refusal.status, headers })
    })
  return withCors(answering, options.origins)
}

/** Whoever asked has hung up in the middle of it, and will not read the answer either. */
const isGone = (c: C, thrown: unknown) =>
  (c.env as Env['Bindings'] | undefined)?.incoming?.readableAborted === true &&
  (thrown as NodeJS.ErrnoException).code === 'ECONNRESET'

const isWrite = ({ req }: C) => !['GET', 'HEAD', 'OPTIONS'].includes(req.method)

const onlyRead = methodNotAllowed('GET')
const readOnly =
  /^\/(|docs(\.json(ld)?)?|(index)?\.jsonld|_\/page_data_metadatas(\.json(ld)?)?|_\/(page_data_metadatas|resource_manifest|routes_manifest)\/.*)$/
const isReadOnly = (iri: string) => readOnly.test(iri)

const withCommonHeaders =
  ({ origins }: ApiOptions): MiddlewareHandler<Env> =>
  (c, next) => {
    const headers = commonHeaders(origins.home(c) ?? '')
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    c.set('origins', origins)
    c.set('requestSiteOrigin', origins.requestSiteOrigin(c))
    return next()
  }

const onlyIf = (isWanted: boolean, middleware: MiddlewareHandler<Env>): MiddlewareHandler<Env> =>
  isWanted ? middleware : (_c, next) => next()

/** Cookies come along whoever made the browser ask, and signing out is done by following a link. */
const refuseForeignWrites =
  ({ origins }: ApiOptions): MiddlewareHandler<Env> =>
  (c, next) => {
    const changes = isWrite(c) || requestIriOf(c) === '/logout'
    if (changes && origins.isCrossSite(c)) {
      throw problem(403, { detail: 'Other sites may not change anything here.' })
    }
    return next()
  }

/** Says who is asking. A session that is no longer one is refused, except to those who come to sign in or out. */
const recognise =
  ({ sessions }: ApiOptions): MiddlewareHandler<Env> =>
  async (c, next) => {
    c.set('viewer', anonymous)
    c.set('account', null)
    c.set('requireSession', async () => {})
    const token = sessionTokenFrom(c.req.header('cookie'))
    if (token && !/^\/log(in|out)$/.test(requestIriOf(c))) {
      const refuse = () => {
        clearSessionCookies(c)
        throw problem(401, { detail: 'This session has ended.' })
      }
      const session = (await sessions.read(token)) ?? refuse()
      if (await sessions.renew(session)) setSessionCookies(c, token)
      c.set('account', session.account)
      c.set('session', session)
      c.set('requireSession', async () => {
        if (!(await sessions.isSession(session.hash))) refuse()
      })
      c.set('viewer', viewerOf(session.account))
    }
    await next()
  }

interface SiteParts {
  api: Hono<Env> | null
  hub: Hono<Env> | null
  site: Hono
  health: Health
  log: Log
}

/** Everything on one port: the API by its path, so that it is not looked for among everything else. */
export const createRequestHandler = ({ api, hub, site, health, log }: SiteParts) => {
  const others = new Hono<Env>().route('/', healthRoutes(health))
  if (hub) others.route('/', hub)
  // Every address of the site is a page or a file, though there be nothing at it: it is there to be read.
  others.route('/', site).all('*', methodNotAllowed('GET, HEAD'))
  others.onError((thrown, c) => {
    const answer = errorPageFor(thrown)
    if (answer.status >= 500) log.error(thrown, c.req.path)
    health.recordError(thrown)
    return answer
  })

  const appAt = (path: string) => (api && isBelow(path, apiBase) ? api : others)
  return async (request: Request, connection: Env['Bindings']) => {
    const began = performance.now()
    const path = pathIn(request.url)
    const response = await appAt(path).fetch(request, connection)
    const { method } = request
    log.request({ method, path, status: response.status, ms: performance.now() - began })
    return response
  }
}

const isBelow = (path: string, base: string) => path === base || path.startsWith(`${base}/`)

const pathIn = (url: string) => {
  const [path = ''] = url.slice(url.indexOf('/', url.indexOf('://') + 3)).split('?', 1)
  return path
}
