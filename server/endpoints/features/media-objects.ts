/** Endpoints of the media library. They are for editors only, but the files of what others may read are for them, too. */
import { type Context, Hono } from 'hono'
import type { Env } from '../../http/hono-env.ts'
import { expectedEtagsIn } from '../../http/conditional-request.ts'
import { problem } from '../../http/problem.ts'
import { readMultipart } from '../../http/body/multipart-body.ts'
import type { EndpointGroup } from '../../http/endpoint-group.ts'
import {
  ldJson,
  mergePatch,
  methodNotAllowed,
  readJsonBody,
  rejectNulCharacters,
  requestApiBase,
  requestIriOf,
  requireAcceptable,
  requireEditor,
  stripFormat,
} from '../../http/endpoint-helpers.ts'
import { locationHeaders, sendJson, toJsonResponse } from '../../http/json-response.ts'
import { mediaObjectFilters } from '../../media/library/list-media-objects.ts'
import type { MediaObjectResult, MediaRequest } from '../../media/library/media-object-resource.ts'
import { mediaObjectDefinition } from '../../media/library/media-object-type.ts'
import { Upload } from '../../media/upload.ts'
import { mediaObjectPaths } from '../../openapi/media-object-paths.ts'
import { listEnvelope } from '../../store/read/lists/list-envelope.ts'
import { newVariance } from '../../store/access/read-context.ts'
import type { Body } from '../../store/read/read-result.ts'
import type { FeatureContext } from '../feature-endpoints.ts'
import { sendFile } from '../send-file.ts'

type C = Context<Env>

const { endpoint, type } = mediaObjectDefinition
const listMethods = 'GET, POST'
const itemMethods = 'GET, PATCH, DELETE'
const itemHeaders = { Allow: itemMethods, 'Accept-Patch': mergePatch }

type Handlers = Pick<FeatureContext, 'media' | 'mediaLibrary'>

const requestOf = (c: C): MediaRequest => ({
  viewer: c.get('viewer'),
  base: requestApiBase(c),
  expectedEtags: expectedEtagsIn(c.req.header('if-match')),
})

const isMultipart = (c: C) => /^multipart\//i.test(c.req.header('content-type') ?? '')

/** Returns the body of an upload: a file of a multipart body, or JSON with a data URI. */
const readUpload = async (c: C): Promise<Body> => {
  if (!isMultipart(c)) return readJsonBody(c, ldJson)
  const part = (await readMultipart(c)).get('file')
  if (part === null || typeof part === 'string') return { file: null }
  return { file: new Upload(part.name, Buffer.from(await part.arrayBuffer())) }
}

const sendMediaObject = (
  c: C,
  { resource, etag }: MediaObjectResult,
  { isNew = false, headers = itemHeaders as Record<string, string> } = {},
) => {
  const response = toJsonResponse({ '@context': `/contexts/${type}`, ...resource }, null, {
    ...headers,
    ETag: etag,
    ...(isNew && locationHeaders(resource['@id'])),
  })
  return sendJson(c, { ...response, status: isNew ? 201 : 200 })
}

const createListHandlers = ({ mediaLibrary }: Handlers) => ({
  list: async (c: C) => {
    requireAcceptable(c)
    requireEditor(c)
    const query = new URL(c.req.url).searchParams
    const listed = await mediaLibrary.list(query, requestOf(c))
    const about = { iri: endpoint, type, filters: mediaObjectFilters }
    const headers = { Allow: listMethods }
    return sendJson(c, toJsonResponse(listEnvelope({ ...about, ...listed }, query), null, headers))
  },
  tags: async (c: C) => {
    requireAcceptable(c)
    requireEditor(c)
    return sendJson(c, toJsonResponse({ tags: await mediaLibrary.tags() }, null, { Allow: 'GET' }))
  },
  add: async (c: C) => {
    requireAcceptable(c)
    requireEditor(c)
    const added = await mediaLibrary.add(await readUpload(c), requestOf(c))
    return sendMediaObject(c, added, { isNew: added.isNew, headers: { Allow: listMethods } })
  },
})

const iriOf = (c: C) => stripFormat(requestIriOf(c))

const createItemHandlers = ({ mediaLibrary }: Handlers) => ({
  read: async (c: C) => {
    requireAcceptable(c)
    requireEditor(c)
    const found = await mediaLibrary.find(iriOf(c), requestOf(c))
    if (!found) throw problem(404)
    return sendMediaObject(c, found)
  },
  update: async (c: C) => {
    requireAcceptable(c)
    requireEditor(c)
    const body = await readJsonBody(c, mergePatch)
    return sendMediaObject(c, await mediaLibrary.update(iriOf(c), body, requestOf(c)))
  },
  remove: async (c: C) => {
    rejectNulCharacters(c)
    requireEditor(c)
    await mediaLibrary.remove(iriOf(c), requestOf(c))
    return c.body(null, 204)
  },
})

/** Sends a file of the library: the pictures of texts are at these addresses. */
const createDownloadHandler =
  ({ media, mediaLibrary }: Handlers) =>
  async (c: Context<Env, '/:id/:name'>) => {
    rejectNulCharacters(c)
    const { id, name } = c.req.param()
    const [viewer, variance] = [c.get('viewer'), newVariance()]
    const file = await media.findOwnFile(`${endpoint}/${id}`, name)
    if (!file || !(await mediaLibrary.isReadable(file.iri, viewer, { variance }))) requireEditor(c)
    const bytes = file && (await media.read(name))
    if (!file || !bytes) throw problem(404)
    const sent = { name, mimeType: file.mimeType, bytes }
    return sendFile(c, sent, { variesByViewer: variance.byViewer, isNamed: true })
  }

/** Returns the endpoints of the media library. */
export const createEndpoints = (context: Handlers): EndpointGroup => {
  const { list, tags, add } = createListHandlers(context)
  const { read, update, remove } = createItemHandlers(context)
  const routes = new Hono<Env>()
  for (const format of ['', '.json', '.jsonld']) {
    const path = endpoint + format
    routes.get(path, list).post(path, add).all(path, methodNotAllowed(listMethods))
  }
  const [downloadPath, itemPath] = [`${endpoint}/:id/download/file/:name`, `${endpoint}/:id`]
  routes
    .get(`${endpoint}/tags`, tags)
    .all(`${endpoint}/tags`, methodNotAllowed('GET'))
    .get(downloadPath as '/:id/:name', createDownloadHandler(context))
    .all(downloadPath, methodNotAllowed('GET'))
    .get(itemPath, read)
    .patch(itemPath, update)
    .delete(itemPath, remove)
    .all(itemPath, methodNotAllowed(itemMethods, { 'Accept-Patch': mergePatch }))
  return { routes, openApiPaths: mediaObjectPaths(mediaObjectDefinition, mediaObjectFilters) }
}
