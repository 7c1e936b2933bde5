/** The endpoints that only the resource type Route has: generating one from a title, its redirects and its children. */
import { type Context, Hono } from 'hono'
import { type Iri, routeIri, routePath } from '#content/model/iri.ts'
import { isEditor } from '../auth/viewer.ts'
import type { Env } from '../http/hono-env.ts'
import type { Store } from '../store/store.ts'
import {
  ldJson,
  requestIriOf,
  methodNotAllowed,
  readJsonBody,
  requireAcceptable,
} from '../http/endpoint-helpers.ts'
import {
  toJsonResponse,
  resultResponse,
  sendJson,
  sendResult,
  varianceOf,
} from '../http/json-response.ts'

type C = Context<Env>

const endpoint = '/_/routes'
const headers = { Allow: 'GET' }

/** Returns the Hono routes of `/generate`, `/redirects` and `/children`. */
export const routeActions = (store: Store) => {
  const definition = store.types.byEndpoint(endpoint)!

  const redirects = async (c: C, iri: Iri) => {
    const variance = varianceOf(c, definition)
    const result = await store.redirects(iri, c.get('viewer'), { variance })
    return sendJson(c, resultResponse(result, { variance, headers }))
  }
  const children = async (c: C, iri: Iri) =>
    sendJson(
      c,
      toJsonResponse({ children: await store.children(iri, c.get('viewer')) }, null, headers),
    )

  return new Hono<Env>()
    .post(`${endpoint}/generate`, async (c) => {
      requireAcceptable(c)
      // The store refuses everyone else, so nothing that they send is read.
      const body = isEditor(c.get('viewer')) ? await readJsonBody(c, ldJson) : {}
      return sendResult(c, await store.generateRoute(body, c.get('viewer')), 201)
    })
    .all(`${endpoint}/generate`, methodNotAllowed('POST'))
    .all(`${endpoint}/*`, async (c, next): Promise<Response | void> => {
      // The path `/redirects` itself is an ordinary page.
      const [, path, action] =
        /^(\/.*)\/(redirects|children)$/.exec(routePath(requestIriOf(c))) ?? []
      if (path === undefined) return next()
      if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return methodNotAllowed('GET')(c)
      requireAcceptable(c)
      return (action === 'redirects' ? redirects : children)(c, routeIri(path))
    })
}
