/**
 * Routes of all resources by the endpoints of their types: the same few handlers for built-in types and component
 * kinds.
 */
import { type Context, Hono } from 'hono'
import type { Iri } from '#content/model/iri.ts'
import type { Env } from '../http/hono-env.ts'
import { listEnvelope } from '../store/read/lists/list-envelope.ts'
import type { Body, ReadResult } from '../store/read/read-result.ts'
import type { TypeDefinition } from '../store/types/type-definition.ts'
import type { Store } from '../store/store.ts'
import {
  readOptionsOf,
  requestIriOf,
  canWrite,
  mergePatch,
  methodNotAllowed,
  readJsonBody,
  toJsonResponse,
  resultResponse,
  requireAcceptable,
  rejectNulCharacters,
  withValidityHeader,
  sendJson,
  sendCached,
  varianceFor,
  varianceOf,
  stripFormat,
  writeOptionsOf,
} from '../http/endpoint-helpers.ts'
import type { EndpointGroup } from '../http/endpoint-group.ts'
import { resourcePaths } from '../openapi/resource-paths.ts'
import { routeActions } from './route-actions.ts'

type C = Context<Env>

/** Stores the files in a body and calls `write` with the result. */
export type StoringFiles = (
  definition: TypeDefinition,
  body: Body,
  write: (body: Body) => Promise<ReadResult>,
) => Promise<ReadResult>
const withoutFiles: StoringFiles = (_definition, body, write) => write(body)

/** Returns the stored form of an IRI: ids of site settings stay encoded, so that one may contain a slash. */
const canonicalIri = (definition: TypeDefinition, iri: Iri): Iri => {
  const id = iri.slice(definition.endpoint.length + 1)
  return definition.type === 'SiteConfigParameter'
    ? `${definition.endpoint}/${encodeURIComponent(stripFormat(id))}`
    : definition.type === 'Route'
      ? iri
      : stripFormat(iri)
}

/** Adds the items of a Collection, which every response with one contains. */
const withCollectionItems = async (c: C, store: Store, result: ReadResult): Promise<ReadResult> => {
  if (result.resource['@type'] !== 'Collection') return result
  const { resource } = await store.get(result.resource['@id'], c.get('viewer'), readOptionsOf(c))
  return { ...result, resource }
}

const collectionHandler = (
  store: Store,
  definition: TypeDefinition,
  storingFiles: StoringFiles,
) => {
  // Hidden resources may change the total, even if they would be on another page of the list.
  const isMixed =
    ['PAGE', 'PAGE_DATA', 'COMPONENT'].includes(definition.category ?? '') ||
    ['Route', 'ComponentPosition'].includes(definition.type)
  const headers = { Allow: 'GET, POST' }
  return async (c: C) => {
    requireAcceptable(c)
    const viewer = c.get('viewer')
    switch (c.req.method) {
      case 'GET':
      case 'HEAD': {
        return sendCached(c, store, async () => {
          const query = new URL(c.req.url).searchParams
          const variance = varianceFor(c, isMixed)
          const listed = await store.list(
            definition.endpoint,
            viewer,
            query,
            readOptionsOf(c, variance),
          )
          return toJsonResponse(listEnvelope(listed, query), variance, headers)
        })
      }
      case 'POST': {
        const body = canWrite(c) ? await readJsonBody(c, 'application/ld+json') : {}
        const result = await withValidityHeader(c, definition, () =>
          storingFiles(definition, body, (stored) =>
            store.create(definition.endpoint, stored, viewer, writeOptionsOf(c)),
          ),
        )
        const about = { variance: null, status: 201, headers } as const
        return sendJson(c, resultResponse(await withCollectionItems(c, store, result), about))
      }
      default:
        return methodNotAllowed(headers.Allow)(c)
    }
  }
}

const itemHandler = (store: Store, definition: TypeDefinition, storingFiles: StoringFiles) => {
  const allow = definition.isReplaceable ? 'GET, PUT, PATCH, DELETE' : 'GET, PATCH, DELETE'
  const headers = { Allow: allow, 'Accept-Patch': mergePatch }
  const write = async (c: C, iri: Iri, type: string, isReplacement: boolean) => {
    const body = canWrite(c) ? await readJsonBody(c, type) : {}
    const result = await withValidityHeader(c, definition, () =>
      storingFiles(definition, body, (stored) =>
        store.update(iri, stored, c.get('viewer'), { ...writeOptionsOf(c), isReplacement }),
      ),
    )
    return sendJson(
      c,
      resultResponse(await withCollectionItems(c, store, result), { variance: null, headers }),
    )
  }
  return async (c: C) => {
    const iri = canonicalIri(definition, requestIriOf(c))
    const { method } = c.req
    if (method === 'DELETE') rejectNulCharacters(c)
    else requireAcceptable(c)
    if (method === 'GET' || method === 'HEAD') {
      return sendCached(c, store, async () => {
        const variance = varianceOf(c, definition)
        const result = await store.get(iri, c.get('viewer'), readOptionsOf(c, variance))
        return resultResponse(result, { variance, headers })
      })
    }
    if (method === 'PATCH') return write(c, iri, mergePatch, false)
    if (method === 'PUT' && definition.isReplaceable)
      return write(c, iri, 'application/ld+json', true)
    if (method !== 'DELETE') return methodNotAllowed(allow, headers)(c)
    await store.remove(iri, c.get('viewer'), writeOptionsOf(c))
    return c.body(null, 204)
  }
}

const sendUsage = async (c: C, store: Store, { endpoint }: TypeDefinition) => {
  requireAcceptable(c)
  const variance = varianceFor(c, true)
  const iri = `${endpoint}/${c.req.param('id')}`
  const usage = await store.usage(iri, c.get('viewer'), readOptionsOf(c, variance))
  return sendJson(c, toJsonResponse(usage, variance, { Allow: 'GET' }))
}

export const resourceEndpoints = (
  store: Store,
  storingFiles: StoringFiles = withoutFiles,
): EndpointGroup => {
  const app = new Hono<Env>().route('/', routeActions(store))
  for (const definition of store.types.all) {
    const list = collectionHandler(store, definition, storingFiles)
    for (const format of ['', '.json', '.jsonld']) app.all(`${definition.endpoint}${format}`, list)
    if (definition.category === 'COMPONENT') {
      const path = `${definition.endpoint}/:id/usage`
      app.get(path, (c) => sendUsage(c, store, definition)).all(path, methodNotAllowed('GET'))
    }
    app.all(`${definition.endpoint}/*`, itemHandler(store, definition, storingFiles))
  }
  return { routes: app, openApiPaths: Object.assign({}, ...store.types.all.map(resourcePaths)) }
}
