/** Endpoints of the files of resources: uploaded as multipart, downloaded inline or as attachments. */
import { type Context, Hono } from 'hono'
import type { MediaObject } from '#content/model/media-object.ts'
import { isEditor } from '../../auth/viewer.ts'
import type { Env } from '../../http/hono-env.ts'
import { filePropertiesOf } from '../../media/file-properties.ts'
import type { Media } from '../../media/media.ts'
import { Upload } from '../../media/upload.ts'
import { ValidationError } from '../../domain-errors.ts'
import { problem } from '../../http/problem.ts'
import { readMultipart } from '../../http/body/multipart-body.ts'
import type { Body } from '../../store/read/read-result.ts'
import type { TypeDefinition } from '../../store/types/type-definition.ts'
import type { ReadOptions, Store } from '../../store/store.ts'
import { newVariance } from '../../store/access/read-context.ts'
import { violationCodes } from '../../store/types/violation-codes.ts'
import {
  readOptionsOf,
  methodNotAllowed,
  requireAcceptable,
  mutationOptionsOf,
} from '../../http/endpoint-helpers.ts'
import { withValidityHeader, sendResult } from '../../http/json-response.ts'
import type { FeatureContext } from '../feature-endpoints.ts'
import { sendFile } from '../send-file.ts'
import type { EndpointGroup } from '../../http/endpoint-group.ts'
import { filePaths } from '../../openapi/file-paths.ts'

type C = Context<Env>

/** Returns the endpoints of files: uploads and downloads for each type that has file properties. */
export const createEndpoints = ({
  store,
  media,
}: Pick<FeatureContext, 'store' | 'media'>): EndpointGroup => {
  const routes = new Hono<Env>()
  const definitions = store.types.all.filter((one) => filePropertiesOf(one).length)
  for (const definition of definitions) {
    const { endpoint } = definition
    const upload = createUploadHandler(store, media, definition)
    const download = createDownloadHandler(store, media, definition)
    for (const path of [`${endpoint}/upload`, `${endpoint}/:id/upload`]) {
      routes.post(path, upload).all(path, methodNotAllowed('POST'))
    }
    for (const name of ['', '/:name']) {
      const path = `${endpoint}/:id/download/:property${name}`
      routes.get(path, download).all(path, methodNotAllowed('GET'))
    }
  }
  return { routes, openApiPaths: Object.assign({}, ...definitions.map(filePaths)) }
}

const createUploadHandler = (store: Store, media: Media, definition: TypeDefinition) => (c: C) =>
  withValidityHeader(c, definition, async () => {
    requireAcceptable(c)
    const id = c.req.param('id')
    // The store refuses everyone else, so nothing that they send is read.
    const body = isEditor(c.get('viewer')) ? await readUploadedFiles(c, definition) : {}
    const [viewer, options] = [c.get('viewer'), mutationOptionsOf(c)]
    const found = await media.withStoredFiles(definition, body, (stored) =>
      id === undefined
        ? store.create(definition.endpoint, stored, viewer, options)
        : store.update(`${definition.endpoint}/${id}`, stored, viewer, options),
    )
    return sendResult(c, found, 201)
  })

const readUploadedFiles = async (c: C, definition: TypeDefinition): Promise<Body> => {
  const parts = await readMultipart(c)
  const body: Body = {}
  for (const property of filePropertiesOf(definition)) {
    const part = parts.get(property)
    if (part === null) continue
    body[property] =
      typeof part === 'string' ? part : new Upload(part.name, Buffer.from(await part.arrayBuffer()))
  }
  if (Object.keys(body).length) return body
  const [propertyPath = ''] = filePropertiesOf(definition)
  throw new ValidationError([
    { propertyPath, message: 'Choose a file.', code: violationCodes.blank },
  ])
}

/**
 * Returns the handler that sends a file. An address with the property alone stands for the current file, one with the
 * file's name always for the same.
 */
const createDownloadHandler =
  (store: Store, media: Media, definition: TypeDefinition) => async (c: C) => {
    const { id, property = '', name } = c.req.param()
    const iri = `${definition.endpoint}/${id}`
    const variance = newVariance()
    const file = name
      ? await findNamedFile(c, store, iri, property, name)
      : (await mediaObjectsAt(c, store, iri, property, readOptionsOf(c, variance)))[0]
    const bytes = file && (await media.read(nameOf(file)))
    if (!file || !bytes) throw problem(404)
    return sendFile(
      c,
      { name: nameOf(file), mimeType: file.mimeType, bytes },
      { variesByViewer: variance.byViewer, isNamed: name !== undefined },
    )
  }

const mediaObjectsAt = async (
  c: C,
  store: Store,
  iri: string,
  property: string,
  options: ReadOptions,
): Promise<readonly MediaObject[]> => {
  const { resource } = await store.get(iri, c.get('viewer'), options)
  const objects = resource._metadata.mediaObjects
  return (objects && Object.hasOwn(objects, property) && objects[property]) || []
}

/** Returns the file of a name, from the draft or the live version, since editors may see both on one page. */
const findNamedFile = async (c: C, store: Store, iri: string, property: string, name: string) => {
  const isNamed = (file: MediaObject) => nameOf(file) === name
  const options = readOptionsOf(c)
  const found = (await mediaObjectsAt(c, store, iri, property, options)).find(isNamed)
  if (found || options.published || !isEditor(c.get('viewer'))) return found
  return (await mediaObjectsAt(c, store, iri, property, { published: true })).find(isNamed)
}

const nameOf = (file: MediaObject) => file['@id'].slice(file['@id'].lastIndexOf('/') + 1)
