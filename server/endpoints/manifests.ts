/** Endpoints of manifests, which list the IRIs of all resources of a page. */
import { type Context, Hono } from 'hono'
import type { Env } from '../http/hono-env.ts'
import type { Store } from '../store/store.ts'
import { requestIriOf, requireAcceptable, stripFormat } from '../http/endpoint-helpers.ts'
import { toJsonResponse, sendCached, varianceFor } from '../http/json-response.ts'
import type { EndpointGroup } from '../http/endpoint-group.ts'
import { pathParameter, readOperation } from '../openapi/operations.ts'

/** Returns the endpoints of manifests, as trees and as one list. */
export const manifestEndpoints = (store: Store): EndpointGroup => {
  const respond = (c: Context<Env>, prefix: string, read: Store['manifest' | 'flatManifest']) => {
    requireAcceptable(c)
    return sendCached(c, store, async () => {
      const id = requestIriOf(c).slice(prefix.length)
      const name = id.startsWith('/') ? id : stripFormat(id)
      const variance = varianceFor(c, true)
      const iris = await read(name, c.get('viewer'), { variance })
      // A manifest does not depend on the page that it is requested from.
      const isSame = { ...variance, byPath: false }
      return toJsonResponse({ resource_iris: iris }, isSame, { Allow: 'GET' })
    })
  }
  const routes = new Hono<Env>()
    .get('/_/resource_manifest/*', (c) => respond(c, '/_/resource_manifest/', store.manifest))
    .get('/_/routes_manifest/*', (c) => respond(c, '/_/routes_manifest/', store.flatManifest))
  return { routes, openApiPaths, isReadOnly: true }
}

const openApiPaths = {
  '/_/resource_manifest/{id}': {
    parameters: [
      pathParameter('id', 'The path of a route, or the UUID of a page or of page data.'),
    ],
    ...readOperation('manifest', 'The resources of a page, as trees.', 'Manifest', 401, 403, 404),
  },
  '/_/routes_manifest/{id}': {
    parameters: [
      pathParameter('id', 'The path of a route, or the UUID of a page or of page data.'),
    ],
    ...readOperation(
      'flatManifest',
      'The resources of a page, as one list.',
      'FlatManifest',
      401,
      403,
      404,
    ),
  },
}
