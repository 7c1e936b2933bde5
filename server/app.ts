/** The request handlers: the content API under its own path, the live-update hub, and the site everywhere else. */
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { twoFactorRequired } from '#content/account/two-factor.ts'
import { type Env } from './http/hono-env.ts'
import { errorPageFor, problemFor } from './http/error-response.ts'
import { authenticate } from './http/authenticate.ts'
import { rejectCrossSiteWrites } from './http/reject-cross-site-writes.ts'
import { withCors } from './http/cors.ts'
import { hydraPrefix } from './http/hydra-prefix.ts'
import type { Log } from './log.ts'
import { type HttpProblem, problem } from './http/problem.ts'
import type { Health } from './health.ts'
import { limitBodySize } from './http/body/request-body.ts'
import { type AuthOptions, authEndpoints } from './endpoints/auth.ts'
import { entrypointEndpoints } from './endpoints/entrypoint.ts'
import { type EndpointGroup, type OpenApiPaths, addEndpointGroup } from './http/endpoint-group.ts'
import { healthRoutes } from './endpoints/health.ts'
import { apiBase } from '#content/navigation/api-base.ts'
import { commonHeaders, methodNotAllowed } from './http/endpoint-helpers.ts'
import { hubOpenApiPaths } from './endpoints/hub.ts'
import { manifestEndpoints } from './endpoints/manifests.ts'
import { pageCopyEndpoints } from './endpoints/page-copies.ts'
import { publicationEndpoints } from './endpoints/publications.ts'
import { type WithStoredFiles, resourceEndpoints } from './endpoints/resources.ts'

type C = Context<Env>

export interface ApiOptions extends AuthOptions {
  /** The version that the API documentation names. */
  version: string
  log: Log
  health: Pick<Health, 'recordError'>
  /** True to add `hydra:` names beside the plain ones in responses. */
  hydraPrefix?: boolean
  /** The endpoints of the features, which are matched before those of the content. */
  featureGroups?: readonly EndpointGroup[]
  withStoredFiles?: WithStoredFiles
}

/**
 * Returns every endpoint of the content API, with paths below the mount.
 * @internal Exported for tests.
 */
export const createApiRoutes = (options: ApiOptions) => {
  const api = new Hono<Env>()
    .use(enabledIf(options.hydraPrefix === true, hydraPrefix))
    .use(withCommonHeaders(options))
    .use(rejectCrossSiteWrites(options))
    .use(authenticate(options))
    .use(limitBodySize)
  for (const group of endpointGroupsOf(options)) {
    addEndpointGroup(api, group)
    options.log.addSecretPaths((group.secretPaths ?? []).map((path) => apiBase + path))
  }
  return api.all('*', () => {
    throw problem(404)
  })
}

/** Returns all endpoint groups in the order in which they are matched. */
const endpointGroupsOf = (options: ApiOptions): EndpointGroup[] => {
  const { store, version, featureGroups = [], withStoredFiles } = options
  const groups = [
    authEndpoints(options),
    manifestEndpoints(store),
    publicationEndpoints(store),
    pageCopyEndpoints(store, withStoredFiles),
    ...featureGroups,
    resourceEndpoints(store, withStoredFiles),
  ]
  const otherPaths: OpenApiPaths = Object.assign(
    { ...hubOpenApiPaths },
    ...groups.map(({ openApiPaths }) => openApiPaths),
  )
  return [entrypointEndpoints({ store, version, otherPaths }), ...groups]
}

/** Returns the embedded content API, mounted at `/_api`. Browsers call it over HTTP, the renderer in process. */
export const createApi = (options: ApiOptions) => {
  const { log, health } = options
  const handled = new Hono<Env>().route(apiBase, createApiRoutes(options)).onError((thrown, c) => {
    const refusal = isClientGone(c, thrown) ? problem(400) : explained(c, problemFor(thrown))
    if (refusal.status >= 500) log.error(thrown, c.req.path)
    health.recordError(thrown)
    const { body, headers } = refusal.toResponse()
    // Headers that were set before the error was thrown still apply.
    return c.newResponse(body, { status: refusal.status, headers })
  })
  return withCors(handled, options.origins)
}

/** Returns the refusal, with its reason for an editor who has to set up a second factor first. */
const explained = (c: C, refusal: HttpProblem) =>
  refusal.status === 403 && c.get('session')?.isTwoFactorMissing
    ? problem(403, { detail: twoFactorRequired })
    : refusal

/** True when the client closed the connection while its body was being read; it will not read the response either. */
const isClientGone = (c: C, thrown: unknown) =>
  (c.env as Env['Bindings'] | undefined)?.incoming?.readableAborted === true &&
  (thrown as NodeJS.ErrnoException).code === 'ECONNRESET'

const withCommonHeaders =
  ({ origins }: ApiOptions): MiddlewareHandler<Env> =>
  (c, next) => {
    const headers = commonHeaders(origins.siteOrigin(c) ?? '')
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    c.set('origins', origins)
    c.set('requestSiteOrigin', origins.requestSiteOrigin(c))
    return next()
  }

const enabledIf = (
  isEnabled: boolean,
  middleware: MiddlewareHandler<Env>,
): MiddlewareHandler<Env> => (isEnabled ? middleware : (_c, next) => next())

interface HandlerParts {
  api: Hono<Env> | null
  hub: Hono<Env> | null
  site: Hono
  health: Health
  log: Log
  /** The route of metrics; null without them. */
  metrics: Hono<Env> | null
}

/**
 * Returns one fetch handler for everything on the port. The API is chosen by its path first, which is faster than
 * routing.
 */
export const createRequestHandler = ({ api, hub, site, health, log, metrics }: HandlerParts) => {
  const siteApp = new Hono<Env>().route('/', healthRoutes(health))
  if (metrics) siteApp.route('/', metrics)
  if (hub) siteApp.route('/', hub)
  // The addresses of the site are those of pages and files, which accept only GET and HEAD, even if nothing is found
  // there.
  siteApp.route('/', site).all('*', methodNotAllowed('GET, HEAD'))
  siteApp.onError((thrown, c) => {
    const response = errorPageFor(thrown)
    if (response.status >= 500) log.error(thrown, c.req.path)
    health.recordError(thrown)
    return response
  })

  const appFor = (path: string) => (api && isUnderPath(path, apiBase) ? api : siteApp)
  return async (request: Request, connection: Env['Bindings']) => {
    const startedAt = performance.now()
    const path = pathOf(request.url)
    const response = await appFor(path).fetch(request, connection)
    const { method } = request
    log.request({ method, path, status: response.status, ms: performance.now() - startedAt })
    return response
  }
}

const isUnderPath = (path: string, base: string) => path === base || path.startsWith(`${base}/`)

const pathOf = (url: string) => {
  const [path = ''] = url.slice(url.indexOf('/', url.indexOf('://') + 3)).split('?', 1)
  return path
}
