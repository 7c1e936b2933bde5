/** Everything with an IRI, by its type's endpoint: the same few handlers for what is fixed and what the kinds add. */
import { type Context, Hono } from 'hono'
import type { Iri } from '#content/iri.ts'
import type { Env } from '../env.ts'
import { envelopeOf } from '../store/collection.ts'
import type { Body, Found } from '../store/found.ts'
import type { Shape } from '../store/shapes.ts'
import type { Store } from '../store/store.ts'
import {
  askedOf,
  iriOf,
  isWriter,
  mergePatch,
  notOffered,
  readBody,
  render,
  renderFound,
  requireAccept,
  requireText,
  sayInvalid,
  send,
  sendKept,
  varianceFor,
  varianceOf,
  withoutFormat,
  writeOptionsOf,
} from './http.ts'
import { routeActions } from './route-actions.ts'

type C = Context<Env>

/** Writes a body in which what was sent as a file has become one. */
export type Keeping = (
  shape: Shape,
  body: Body,
  write: (body: Body) => Promise<Found>,
) => Promise<Found>
const asItIs: Keeping = (_shape, body, write) => write(body)

/** Ids that are words are kept encoded, so that one may hold a slash. */
const canonical = (shape: Shape, iri: Iri): Iri => {
  const id = iri.slice(shape.endpoint.length + 1)
  return shape.type === 'SiteConfigParameter'
    ? `${shape.endpoint}/${encodeURIComponent(withoutFormat(id))}`
    : shape.type === 'Route'
      ? iri
      : withoutFormat(iri)
}

/** What a Collection lists belongs to every answer about it. */
const withList = async (c: C, store: Store, found: Found): Promise<Found> => {
  if (found.resource['@type'] !== 'Collection') return found
  const { resource } = await store.get(found.resource['@id'], c.get('viewer'), askedOf(c))
  return { ...found, resource }
}

const collection = (store: Store, shape: Shape, keeping: Keeping) => {
  // What is hidden from some of those who are signed in counts in the total, though it be on another part of the list.
  const isMixed =
    ['PAGE', 'PAGE_DATA', 'COMPONENT'].includes(shape.category ?? '') ||
    ['Route', 'ComponentPosition'].includes(shape.type)
  const headers = { Allow: 'GET, POST' }
  return async (c: C) => {
    requireAccept(c)
    const viewer = c.get('viewer')
    switch (c.req.method) {
      case 'GET':
      case 'HEAD': {
        return sendKept(c, store, async () => {
          const query = new URL(c.req.url).searchParams
          const variance = varianceFor(c, isMixed)
          const listed = await store.list(shape.endpoint, viewer, query, askedOf(c, variance))
          return render(envelopeOf(listed, query), variance, headers)
        })
      }
      case 'POST': {
        const body = isWriter(c) ? await readBody(c, 'application/ld+json') : {}
        const found = await sayInvalid(c, shape, () =>
          keeping(shape, body, (kept) =>
            store.create(shape.endpoint, kept, viewer, writeOptionsOf(c)),
          ),
        )
        const about = { variance: null, status: 201, headers } as const
        return send(c, renderFound(await withList(c, store, found), about))
      }
      default:
        return notOffered(headers.Allow)(c)
    }
  }
}

const item = (store: Store, shape: Shape, keeping: Keeping) => {
  const allow = shape.hasPut ? 'GET, PUT, PATCH, DELETE' : 'GET, PATCH, DELETE'
  const headers = { Allow: allow, 'Accept-Patch': mergePatch }
  const write = async (c: C, iri: Iri, type: string, isWhole: boolean) => {
    const body = isWriter(c) ? await readBody(c, type) : {}
    const found = await sayInvalid(c, shape, () =>
      keeping(shape, body, (kept) =>
        store.update(iri, kept, c.get('viewer'), { ...writeOptionsOf(c), isWhole }),
      ),
    )
    return send(c, renderFound(await withList(c, store, found), { variance: null, headers }))
  }
  return async (c: C) => {
    const iri = canonical(shape, iriOf(c))
    const { method } = c.req
    if (method === 'DELETE') requireText(c)
    else requireAccept(c)
    if (method === 'GET' || method === 'HEAD') {
      return sendKept(c, store, async () => {
        const variance = varianceOf(c, shape)
        const found = await store.get(iri, c.get('viewer'), askedOf(c, variance))
        return renderFound(found, { variance, headers })
      })
    }
    if (method === 'PATCH') return write(c, iri, mergePatch, false)
    if (method === 'PUT' && shape.hasPut) return write(c, iri, 'application/ld+json', true)
    if (method !== 'DELETE') return notOffered(allow, headers)(c)
    await store.remove(iri, c.get('viewer'), writeOptionsOf(c))
    return c.body(null, 204)
  }
}

const sendUsage = async (c: C, store: Store, { endpoint }: Shape) => {
  requireAccept(c)
  const variance = varianceFor(c, true)
  const iri = `${endpoint}/${c.req.param('id')}`
  const usage = await store.usage(iri, c.get('viewer'), askedOf(c, variance))
  return send(c, render(usage, variance, { Allow: 'GET' }))
}

export const resources = (store: Store, keeping: Keeping = asItIs) => {
  const app = new Hono<Env>().route('/', routeActions(store))
  for (const shape of store.shapes.all) {
    const list = collection(store, shape, keeping)
    for (const format of ['', '.json', '.jsonld']) app.all(`${shape.endpoint}${format}`, list)
    if (shape.category === 'COMPONENT') {
      const path = `${shape.endpoint}/:id/usage`
      app.get(path, (c) => sendUsage(c, store, shape)).all(path, notOffered('GET'))
    }
    app.all(`${shape.endpoint}/*`, item(store, shape, keeping))
  }
  return app
}
