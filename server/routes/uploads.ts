/** Files of resources: sent as multipart, fetched inline or as attachments (api, section 2.12). */
import { type Context, Hono } from 'hono'
import type { Env } from '../env.ts'
import { uploadCaching } from '../http/cache-policy.ts'
import { type MediaObject } from '../media/media-objects.ts'
import { type Media, Upload, filesOf } from '../media/media.ts'
import { problem } from '../problem.ts'
import { readParts } from '../multipart.ts'
import type { Body } from '../store/found.ts'
import type { Shape } from '../store/shapes.ts'
import type { Asked, Store } from '../store/store.ts'
import { newVariance } from '../store/view.ts'
import { codes } from '../violation-codes.ts'
import {
  askedOf,
  isWriter,
  notOffered,
  requireAccept,
  sayInvalid,
  sendFound,
  writeOptionsOf,
} from './http.ts'

type C = Context<Env>

export const uploads = (store: Store, media: Media) => {
  const app = new Hono<Env>()
  for (const shape of store.shapes.all.filter((one) => filesOf(one).length)) {
    const { endpoint } = shape
    const upload = uploadTo(store, media, shape)
    const download = downloadFrom(store, media, shape)
    for (const path of [`${endpoint}/upload`, `${endpoint}/:id/upload`]) {
      app.post(path, upload).all(path, notOffered('POST'))
    }
    for (const name of ['', '/:name']) {
      const path = `${endpoint}/:id/download/:property${name}`
      app.get(path, download).all(path, notOffered('GET'))
    }
  }
  return app
}

const uploadTo = (store: Store, media: Media, shape: Shape) => (c: C) =>
  sayInvalid(c, shape, async () => {
    requireAccept(c)
    const id = c.req.param('id')
    const body = isWriter(c) ? await readFiles(c, shape) : {}
    const [viewer, options] = [c.get('viewer'), writeOptionsOf(c)]
    const found = await media.keeping(shape, body, (kept) =>
      id === undefined
        ? store.create(shape.endpoint, kept, viewer, options)
        : store.update(`${shape.endpoint}/${id}`, kept, viewer, options),
    )
    return sendFound(c, found, 201)
  })

const readFiles = async (c: C, shape: Shape): Promise<Body> => {
  const parts = await readParts(c)
  const body: Body = {}
  for (const property of filesOf(shape)) {
    const part = parts.get(property)
    if (part === null) continue
    body[property] =
      typeof part === 'string' ? part : new Upload(part.name, Buffer.from(await part.arrayBuffer()))
  }
  if (Object.keys(body).length) return body
  const [propertyPath = ''] = filesOf(shape)
  throw problem(422, {
    violations: [{ propertyPath, message: 'Choose a file.', code: codes.blank }],
  })
}

/** By its property it is whatever is there now; by its name it is that file and never another. */
const downloadFrom = (store: Store, media: Media, shape: Shape) => async (c: C) => {
  const { id, property = '', name } = c.req.param()
  const iri = `${shape.endpoint}/${id}`
  const variance = newVariance()
  const file = name
    ? await namedFile(c, store, iri, property, name)
    : (await objectsOf(c, store, iri, property, askedOf(c, variance)))[0]
  const bytes = file && (await media.read(nameOf(file)))
  if (!file || !bytes) throw problem(404)
  const etag = `"${nameOf(file)}"`
  const headers = {
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
    ...uploadCaching({
      isSignedIn: c.get('viewer').userId !== null,
      variesByReader: variance.byReader,
      isNamed: name !== undefined,
    }),
  }
  if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
  return c.body(bytes, 200, {
    ...headers,
    'Content-Type': file.mimeType,
    'Content-Disposition': `${dispositionOf(c, file)}; filename="${nameOf(file)}"`,
    // Whatever a file contains, it does nothing in the name of this site.
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  })
}

const objectsOf = async (
  c: C,
  store: Store,
  iri: string,
  property: string,
  asked: Asked,
): Promise<MediaObject[]> => {
  const { resource } = await store.get(iri, c.get('viewer'), asked)
  const objects = resource._metadata['mediaObjects'] as Record<string, MediaObject[]> | undefined
  return (objects && Object.hasOwn(objects, property) && objects[property]) || []
}

/** Editors see the live picture and its draft on one page, so the name decides which of the two is meant. */
const namedFile = async (c: C, store: Store, iri: string, property: string, name: string) => {
  const isNamed = (file: MediaObject) => nameOf(file) === name
  const asked = askedOf(c)
  const found = (await objectsOf(c, store, iri, property, asked)).find(isNamed)
  if (found || asked.published || !isWriter(c)) return found
  return (await objectsOf(c, store, iri, property, { published: true })).find(isNamed)
}

const nameOf = (file: MediaObject) => file['@id'].slice(file['@id'].lastIndexOf('/') + 1)

const dispositionOf = (c: C, { mimeType }: MediaObject) =>
  c.req.query('download') === 'true' || mimeType === 'image/svg+xml' ? 'attachment' : 'inline'
