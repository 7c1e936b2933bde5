/** What routes offer beyond what every resource does: made from a title, what leads to them, what is below (api, section 2.3). */
import { type Context, Hono } from 'hono'
import { type Iri, routeIri, routePath } from '#content/iri.ts'
import type { Env } from '../env.ts'
import type { Store } from '../store/store.ts'
import {
  iriOf,
  isWriter,
  notOffered,
  readBody,
  render,
  renderFound,
  requireAccept,
  send,
  sendFound,
  varianceOf,
} from './http.ts'

type C = Context<Env>

const endpoint = '/_/routes'
const headers = { Allow: 'GET' }

export const routeActions = (store: Store) => {
  const shape = store.shapes.at(endpoint)!

  const redirects = async (c: C, iri: Iri) => {
    const variance = varianceOf(c, shape)
    const found = await store.redirects(iri, c.get('viewer'), { variance })
    return send(c, renderFound(found, { variance, headers }))
  }
  const children = async (c: C, iri: Iri) =>
    send(c, render({ children: await store.children(iri, c.get('viewer')) }, null, headers))

  return new Hono<Env>()
    .post(`${endpoint}/generate`, async (c) => {
      requireAccept(c)
      const body = isWriter(c) ? await readBody(c, 'application/ld+json') : {}
      return sendFound(c, await store.generateRoute(body, c.get('viewer')), 201)
    })
    .all(`${endpoint}/generate`, notOffered('POST'))
    .all(`${endpoint}/*`, async (c, next): Promise<Response | void> => {
      // `/redirects` by itself is a page like any other.
      const [, path, action] = /^(\/.*)\/(redirects|children)$/.exec(routePath(iriOf(c))) ?? []
      if (path === undefined) return next()
      if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return notOffered('GET')(c)
      requireAccept(c)
      return (action === 'redirects' ? redirects : children)(c, routeIri(path))
    })
}
