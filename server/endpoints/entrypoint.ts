/** Endpoints that describe the API: the entry point, the Hydra documentation and the page data metadata. */
import { type Context, Hono } from 'hono'
import type { Env } from '../http/hono-env.ts'
import { problem } from '../http/problem.ts'
import type { Store } from '../store/store.ts'
import type { TypeDefinition } from '../store/types/type-definition.ts'
import { newVariance } from '../store/access/read-context.ts'
import { mediaObjectDefinition } from '../media/library/media-object-type.ts'
import { userTypeDefinition } from '../users/user-type-definition.ts'
import { apiBase } from '#content/navigation/api-base.ts'
import {
  methodNotAllowed,
  requestIriOf,
  requireAcceptable,
  stripFormat,
} from '../http/endpoint-helpers.ts'
import { toJsonResponse, sendJson } from '../http/json-response.ts'
import type { EndpointGroup, OpenApiPaths } from '../http/endpoint-group.ts'
import {
  docsOf,
  entrypointOf,
  metadataContext,
  metadataEndpoint,
  metadataList,
} from '../openapi/hydra-documentation.ts'
import { buildOpenApiDocument } from '../openapi/document.ts'
import { listSchema } from '../openapi/common-schemas.ts'
import {
  content,
  jsonResponse,
  ldJson,
  pathParameter,
  readOperation,
} from '../openapi/operations.ts'
import { refTo } from '../openapi/json-schema.ts'

const openApiType = 'application/vnd.openapi+json'
const acceptsOpenApi = (c: Context<Env>) => c.req.header('accept')?.includes(openApiType) === true

interface EntrypointOptions {
  store: Store
  /** The version that the documentation names. */
  version: string
  /** The OpenAPI paths of all other endpoints, which the document describes. */
  otherPaths: OpenApiPaths
}

/** Returns a handler that sends the same body each time, which is serialized once. */
const createHandler = (body: unknown) => {
  const rendered = toJsonResponse(body, newVariance(), { Allow: 'GET' })
  return (c: Context<Env>) => {
    requireAcceptable(c)
    return sendJson(c, rendered)
  }
}

/** Returns the routes of the entry point, `/` with and without a format. */
const entrypointRoutes = (types: readonly TypeDefinition[]) => {
  const send = createHandler(entrypointOf(types))
  const rejectMethod = methodNotAllowed('GET')
  const app = new Hono<Env>()
  for (const path of ['/', '/.jsonld', '/index.jsonld']) app.get(path, send)
  // In a mounted app `/` matches the mount without a trailing slash only.
  return app.all('*', (c, next) => {
    if (c.req.path !== `${apiBase}/`) return next()
    return ['GET', 'HEAD'].includes(c.req.method) ? send(c) : rejectMethod(c)
  })
}

/**
 * Returns the routes of the Hydra documentation, and of the OpenAPI document in its place for clients that accept that.
 */
const documentationRoutes = (
  types: readonly TypeDefinition[],
  { version, otherPaths }: EntrypointOptions,
) => {
  const sendDocs = createHandler(docsOf(types, version))
  const paths = { ...openApiPaths, ...otherPaths }
  const openApi = toJsonResponse(buildOpenApiDocument({ types, version, paths }), newVariance(), {
    Allow: 'GET',
  })
  const sendOpenApi = (c: Context<Env>, type: string) => {
    if (!acceptsOpenApi(c)) requireAcceptable(c)
    return sendJson(c, { ...openApi, headers: { ...openApi.headers, 'Content-Type': type } })
  }
  return new Hono<Env>()
    .get('/docs.jsonld', sendDocs)
    .get('/docs.json', (c) => sendOpenApi(c, 'application/json'))
    .get('/docs', (c) => (acceptsOpenApi(c) ? sendOpenApi(c, openApiType) : sendDocs(c)))
}

/** Returns the routes of the page data metadata: the list, and one type by its class name. */
const metadataRoutes = (types: readonly TypeDefinition[]) => {
  const metadata = metadataList(types)
  const sendList = createHandler(metadata)
  const app = new Hono<Env>()
  for (const format of ['', '.json', '.jsonld']) app.get(metadataEndpoint + format, sendList)
  return app.get(`${metadataEndpoint}/*`, (c) => {
    const name = stripFormat(requestIriOf(c).slice(metadataEndpoint.length + 1))
    const match = metadata.member.find(({ resourceClass }) => resourceClass === name)
    if (!match) throw problem(404)
    return createHandler({ '@context': metadataContext, ...match })(c)
  })
}

/** Returns the endpoints that describe the API. */
export const entrypointEndpoints = (options: EntrypointOptions): EndpointGroup => {
  const types = [...options.store.types.all, userTypeDefinition, mediaObjectDefinition]
  const routes = new Hono<Env>()
    .route('/', entrypointRoutes(types))
    .route('/', documentationRoutes(types, options))
    .route('/', metadataRoutes(types))
  return { routes, openApiPaths, isReadOnly: true }
}

const openApiPaths = {
  '/': readOperation('entrypoint', 'The endpoint of each resource type.', 'Entrypoint'),
  '/.jsonld': readOperation('entrypointJsonLd', 'The same as above.', 'Entrypoint'),
  '/index.jsonld': readOperation('entrypointIndex', 'The same as above.', 'Entrypoint'),
  '/docs.jsonld': readOperation(
    'docsJsonLd',
    'The Hydra documentation of this API.',
    'Documentation',
  ),
  '/docs': {
    get: {
      operationId: 'docs',
      responses: {
        200: {
          description: 'The Hydra or OpenAPI documentation of this API, depending on `Accept`.',
          content: {
            ...content(ldJson, refTo('Documentation')),
            ...content('application/vnd.openapi+json', refTo('OpenApi')),
          },
        },
      },
    },
  },
  '/docs.json': {
    get: {
      operationId: 'openApi',
      responses: { 200: jsonResponse('This document.', refTo('OpenApi'), 'application/json') },
    },
  },
  '/_/page_data_metadatas': {
    get: {
      operationId: 'listPageDataMetadata',
      responses: {
        200: jsonResponse(
          'The properties of each page data type.',
          listSchema(refTo('PageDataMetadata')),
        ),
      },
    },
  },
  '/_/page_data_metadatas/{id}': {
    parameters: [pathParameter('id', 'The class name, percent-encoded.')],
    ...readOperation(
      'readPageDataMetadata',
      'The properties of one page data type.',
      'PageDataMetadata',
      404,
    ),
  },
}
