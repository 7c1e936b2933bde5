/** The endpoint by which super admins read whether everything works. Machines read `/healthz` and `/readyz`. */
import { Hono } from 'hono'
import { siteHealthEndpoint as endpoint } from '#content/admin/site-health.ts'
import type { EndpointGroup, OpenApiPaths } from '../../http/endpoint-group.ts'
import {
  methodNotAllowed,
  requireAcceptable,
  requireSuperAdmin,
} from '../../http/endpoint-helpers.ts'
import type { Env } from '../../http/hono-env.ts'
import { sendJson, toJsonResponse } from '../../http/json-response.ts'
import {
  arrayOf,
  boolean,
  count,
  date,
  exactObject,
  iri,
  orNull,
  text,
} from '../../openapi/json-schema.ts'
import { errorResponses, jsonResponse } from '../../openapi/operations.ts'
import type { FeatureContext } from '../feature-endpoints.ts'

/** Returns the endpoint of the site's health. */
export const createEndpoints = ({
  readSiteHealth,
}: Pick<FeatureContext, 'readSiteHealth'>): EndpointGroup => {
  const routes = new Hono<Env>()
    .get(endpoint, async (c) => {
      requireAcceptable(c)
      requireSuperAdmin(c)
      const health = { '@context': '/contexts/SiteHealth', ...(await readSiteHealth()) }
      return sendJson(c, toJsonResponse(health, null, { Allow: 'GET' }))
    })
    .all(endpoint, methodNotAllowed('GET'))
  return { routes, openApiPaths }
}

const siteHealth = exactObject({
  '@context': text,
  '@id': iri,
  '@type': { const: 'SiteHealth' },
  database: exactObject({
    state: { enum: ['ok', 'busy', 'unreachable'] },
    latency: { type: 'number', description: 'In milliseconds.' },
  }),
  disk: exactObject({
    state: { enum: ['ok', 'full'] },
    free: { ...orNull(count), description: 'In bytes.' },
    total: orNull(count),
  }),
  mail: exactObject({
    waiting: count,
    tried: count,
    lastFailure: orNull(exactObject({ at: date, reason: text })),
  }),
  hub: exactObject({ readers: count, catchingUp: count, behind: count }),
  addresses: exactObject({
    siteUrl: orNull(text),
    trustedHosts: arrayOf(text),
    isLocal: boolean,
  }),
  unreadableSecrets: count,
  isSecretKeyExposed: boolean,
  lastBackup: orNull(exactObject({ at: date, bytes: count })),
  versions: exactObject({ app: text, node: text, database: text }),
  _metadata: exactObject({ persisted: boolean }),
})

const openApiPaths: OpenApiPaths = {
  [endpoint]: {
    get: {
      operationId: 'readSiteHealth',
      description: 'Returns the state of everything that the server needs.',
      tags: ['SiteHealth'],
      responses: {
        200: jsonResponse('The state of the site.', siteHealth),
        ...errorResponses(401, 403),
      },
    },
  },
}
