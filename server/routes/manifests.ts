/** Manifests: the IRIs of all resources of a page (api, section 2.4). */
import { type Context, Hono } from 'hono'
import type { Env } from '../http/hono-env.ts'
import type { Store } from '../store/store.ts'
import {
  requestIriOf,
  toJsonResponse,
  requireAcceptable,
  sendCached,
  varianceFor,
  stripFormat,
} from '../http/content-endpoint.ts'

export const manifestRoutes = (store: Store) => {
  const answer = (c: Context<Env>, prefix: string, read: Store['manifest' | 'flatManifest']) => {
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
  return new Hono<Env>()
    .get('/_/resource_manifest/*', (c) => answer(c, '/_/resource_manifest/', store.manifest))
    .get('/_/routes_manifest/*', (c) => answer(c, '/_/routes_manifest/', store.flatManifest))
}
