/**
 * Endpoints of all resource types: the same few handlers for built-in types and component kinds, at the paths of each
 * type.
 */
import { type Context, Hono } from 'hono'
import type { Iri } from '#content/model/iri.ts'
import { isEditor } from '../auth/viewer.ts'
import type { Env } from '../http/hono-env.ts'
import { listEnvelope } from '../store/read/lists/list-envelope.ts'
import type { Body, ReadResult } from '../store/read/read-result.ts'
import { type TypeDefinition, isShared } from '../store/types/type-definition.ts'
import type { Store } from '../store/store.ts'
import {
  readOptionsOf,
  ldJson,
  requestIriOf,
  mergePatch,
  methodNotAllowed,
  readJsonBody,
  requireAcceptable,
  rejectNulCharacters,
  requireEditor,
  stripFormat,
  mutationOptionsOf,
} from '../http/endpoint-helpers.ts'
import {
  toJsonResponse,
  resultResponse,
  withValidityHeader,
  sendJson,
  sendCached,
  varianceFor,
  varianceOf,
} from '../http/json-response.ts'
import type { EndpointGroup } from '../http/endpoint-group.ts'
import { resourcePaths } from '../openapi/resource-paths.ts'
import { routeActions } from './route-actions.ts'

type C = Context<Env>

/** Stores the files in a body and calls `mutate` with the result. */
export type WithStoredFiles = (
  definition: TypeDefinition,
  body: Body,
  mutate: (body: Body) => Promise<ReadResult>,
) => Promise<ReadResult>
export const withoutFiles: WithStoredFiles = (_definition, body, mutate) => mutate(body)

/** Returns the stored form of an IRI: ids of site settings stay encoded, so that one may contain a slash. */
const canonicalIri = (definition: TypeDefinition, iri: Iri): Iri => {
  const id = iri.slice(definition.endpoint.length + 1)
  return definition.type === 'SiteConfigParameter'
    ? `${definition.endpoint}/${encodeURIComponent(stripFormat(id))}`
    : definition.type === 'Route'
      ? iri
      : stripFormat(iri)
}

/** Returns the result of a mutation; that of a Collection with its items, which every response with one contains. */
const withCollectionItems = async (c: C, store: Store, result: ReadResult): Promise<ReadResult> => {
  if (result.resource['@type'] !== 'Collection') return result
  const { resource } = await store.get(result.resource['@id'], c.get('viewer'), readOptionsOf(c))
  return { ...result, resource }
}

interface Handlers {
  store: Store
  definition: TypeDefinition
  withStoredFiles: WithStoredFiles
}

/** True for types whose lists may lack hidden resources. These change the total on every page of the list. */
const mayHideMembers = ({ category, type }: TypeDefinition) =>
  ['PAGE', 'PAGE_DATA', 'COMPONENT'].includes(category ?? '') ||
  ['Route', 'ComponentPosition'].includes(type)

/** Calls `mutate` with the body of a request, its files stored, and returns the content of the response. */
const mutateWithBody = async (
  c: C,
  { store, definition, withStoredFiles }: Handlers,
  type: string,
  mutate: (body: Body) => Promise<ReadResult>,
) => {
  // The store refuses everyone else, so nothing that they send is read.
  const body = isEditor(c.get('viewer')) ? await readJsonBody(c, type) : {}
  const result = await withValidityHeader(c, definition, () =>
    withStoredFiles(definition, body, mutate),
  )
  return withCollectionItems(c, store, result)
}

const listHandler = (handlers: Handlers) => {
  const { store, definition } = handlers
  const isRestricted = mayHideMembers(definition)
  const headers = { Allow: 'GET, POST' }
  const list = (c: C) =>
    sendCached(c, store, async () => {
      const query = new URL(c.req.url).searchParams
      const variance = varianceFor(c, isRestricted)
      const options = readOptionsOf(c, variance)
      const listed = await store.list(definition.endpoint, c.get('viewer'), query, options)
      return toJsonResponse(listEnvelope(listed, query), variance, headers)
    })
  const create = async (c: C) => {
    const result = await mutateWithBody(c, handlers, ldJson, (body) =>
      store.create(definition.endpoint, body, c.get('viewer'), mutationOptionsOf(c)),
    )
    return sendJson(c, resultResponse(result, { variance: null, status: 201, headers }))
  }
  return async (c: C) => {
    requireAcceptable(c)
    const { method } = c.req
    if (method === 'GET' || method === 'HEAD') return list(c)
    return method === 'POST' ? create(c) : methodNotAllowed(headers.Allow)(c)
  }
}

const itemHandler = (handlers: Handlers) => {
  const { store, definition } = handlers
  const allow = definition.isReplaceable ? 'GET, PUT, PATCH, DELETE' : 'GET, PATCH, DELETE'
  const headers = { Allow: allow, 'Accept-Patch': mergePatch }
  const read = (c: C, iri: Iri) =>
    sendCached(c, store, async () => {
      const variance = varianceOf(c, definition)
      const result = await store.get(iri, c.get('viewer'), readOptionsOf(c, variance))
      return resultResponse(result, { variance, headers })
    })
  const update = async (c: C, iri: Iri, type: string, isReplacement: boolean) => {
    const result = await mutateWithBody(c, handlers, type, (body) =>
      store.update(iri, body, c.get('viewer'), { ...mutationOptionsOf(c), isReplacement }),
    )
    return sendJson(c, resultResponse(result, { variance: null, headers }))
  }
  return async (c: C) => {
    const iri = canonicalIri(definition, requestIriOf(c))
    const { method } = c.req
    if (method === 'DELETE') return deleteItem(c, store, iri)
    requireAcceptable(c)
    if (method === 'GET' || method === 'HEAD') return read(c, iri)
    if (method === 'PATCH') return update(c, iri, mergePatch, false)
    if (method === 'PUT' && definition.isReplaceable) return update(c, iri, ldJson, true)
    return methodNotAllowed(allow, headers)(c)
  }
}

const deleteItem = async (c: C, store: Store, iri: Iri) => {
  rejectNulCharacters(c)
  await store.remove(iri, c.get('viewer'), mutationOptionsOf(c))
  return c.body(null, 204)
}

const sendUsage = async (c: C, store: Store, { endpoint }: TypeDefinition) => {
  requireAcceptable(c)
  const variance = varianceFor(c, true)
  const iri = `${endpoint}/${c.req.param('id')}`
  const usage = await store.usage(iri, c.get('viewer'), readOptionsOf(c, variance))
  return sendJson(c, toJsonResponse(usage, variance, { Allow: 'GET' }))
}

/** Sends the number of pages on which something is shown, to editors only. */
const sendPageCount = async (c: C, store: Store, { endpoint }: TypeDefinition) => {
  requireAcceptable(c)
  requireEditor(c)
  const iri = `${endpoint}/${c.req.param('id')}`
  // Throws when it does not exist.
  await store.get(iri, c.get('viewer'), readOptionsOf(c))
  return sendJson(
    c,
    toJsonResponse({ pageCount: await store.pageCount(iri) }, null, { Allow: 'GET' }),
  )
}

/** Returns the endpoints of all resource types: lists, single resources, and how often something is used. */
export const resourceEndpoints = (
  store: Store,
  withStoredFiles: WithStoredFiles = withoutFiles,
): EndpointGroup => {
  const app = new Hono<Env>().route('/', routeActions(store))
  for (const definition of store.types.all) {
    const handlers = { store, definition, withStoredFiles }
    const list = listHandler(handlers)
    for (const format of ['', '.json', '.jsonld']) app.all(`${definition.endpoint}${format}`, list)
    if (definition.category === 'COMPONENT') {
      const path = `${definition.endpoint}/:id/usage`
      app.get(path, (c) => sendUsage(c, store, definition)).all(path, methodNotAllowed('GET'))
    }
    if (isShared(definition)) {
      const path = `${definition.endpoint}/:id/page_count`
      app.get(path, (c) => sendPageCount(c, store, definition)).all(path, methodNotAllowed('GET'))
    }
    app.all(`${definition.endpoint}/*`, itemHandler(handlers))
  }
  return { routes: app, openApiPaths: Object.assign({}, ...store.types.all.map(resourcePaths)) }
}
