/**
 * The entry point, the Hydra documentation and the page data metadata, all built from the resource types (api, 2.2,
 * 2.6).
 */
import { type Context, Hono } from 'hono'
import type { Env } from '../http/hono-env.ts'
import { problem } from '../http/problem.ts'
import { pageDataMetadataOf } from '../store/read/metadata.ts'
import type { Property } from '../store/types/property.ts'
import { className } from '../store/types/type-registry.ts'
import { type TypeDefinition } from '../store/types/type-definition.ts'
import type { Store } from '../store/store.ts'
import { newVariance } from '../store/access/read-context.ts'
import { userTypeDefinition } from '../users/user-type-definition.ts'
import {
  apiBase,
  methodNotAllowed,
  requestIriOf,
  toJsonResponse,
  requireAcceptable,
  sendJson,
  stripFormat,
} from '../http/endpoint-helpers.ts'
import type { EndpointGroup, OpenApiPaths } from '../http/endpoint-group.ts'
import { buildOpenApiDocument } from '../openapi/document.ts'
import { listSchema } from '../openapi/component-schemas.ts'
import {
  content,
  jsonResponse,
  ldJson,
  pathParameter,
  readOperation,
} from '../openapi/operations.ts'
import { refTo } from '../openapi/property-schemas.ts'

const lowerCaseFirst = (word: string) => word.charAt(0).toLowerCase() + word.slice(1)

const openApiType = 'application/vnd.openapi+json'
const metadataEndpoint = '/_/page_data_metadatas'
const metadataContext = {
  '@vocab': '/docs.jsonld#',
  hydra: 'http://www.w3.org/ns/hydra/core#',
}

const isWriteable = (name: string, property: Property) =>
  name === 'publishedAt' ||
  (property.type === 'backReference' ? property.single === true : property.type !== 'computed')

const isReadable = (property: Property) =>
  property.type === 'value'
    ? !property.writeOnly
    : property.type !== 'flag' && property.type !== 'file'

const supportedProperty = ({ type }: TypeDefinition, name: string, property: Property) => ({
  '@type': 'SupportedProperty',
  title: name,
  property: { '@id': `#${type}/${name}`, '@type': 'rdf:Property', label: name },
  required: 'required' in property && Boolean(property.required),
  readable: isReadable(property),
  writeable: isWriteable(name, property),
})

const operations = ({ type, hasPut }: TypeDefinition) =>
  ['GET', ...(hasPut ? ['PUT'] : []), 'PATCH', 'DELETE'].map((method) => ({
    '@type': 'Operation',
    method,
    title: `${lowerCaseFirst(method.toLowerCase())}${type}`,
    returns: method === 'DELETE' ? 'owl:Nothing' : type,
    ...(method === 'PUT' || method === 'PATCH' ? { expects: type } : {}),
  }))

const supportedClass = (definition: TypeDefinition) => ({
  '@id': `#${definition.type}`,
  '@type': 'Class',
  title: definition.type,
  ...(definition.kind?.explicitAllowOnly && { explicitAllowOnly: true }),
  ...(definition.kind && { description: definition.kind.description }),
  supportedProperty: Object.entries(definition.properties).map(([name, property]) =>
    supportedProperty(definition, name, property),
  ),
  supportedOperation: operations(definition),
})

const docsOf = (types: readonly TypeDefinition[], version: string) => ({
  '@context': [
    'http://www.w3.org/ns/hydra/context.jsonld',
    { '@vocab': '/docs.jsonld#', hydra: 'http://www.w3.org/ns/hydra/core#' },
  ],
  '@id': '/docs.jsonld',
  '@type': 'ApiDocumentation',
  title: 'Content API',
  entrypoint: '/',
  supportedClass: types.map(supportedClass),
  info: { version: `1.0.0 (${version})` },
})

const entrypointOf = (types: readonly TypeDefinition[]) => ({
  '@context': '/contexts/Entrypoint',
  '@id': '/',
  '@type': 'Entrypoint',
  ...Object.fromEntries(
    [
      ...types.map(({ type, endpoint }) => [lowerCaseFirst(type), endpoint] as const),
      ['pageDataMetadata', metadataEndpoint] as const,
    ].toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ),
})

/** The list includes the abstract base type of page data, which clients skip by its name. */
const metadataList = (types: readonly TypeDefinition[]) => {
  const member = [
    {
      '@id': `${metadataEndpoint}/${encodeURIComponent(className('AbstractPageData'))}`,
      '@type': 'PageDataMetadata',
      resourceClass: className('AbstractPageData'),
      properties: [],
    },
    ...types.filter(({ data }) => data).map(pageDataMetadataOf),
  ].map((metadata) => ({ ...metadata, _metadata: { persisted: false } }))
  return {
    '@context': metadataContext,
    '@id': metadataEndpoint,
    '@type': 'Collection',
    totalItems: member.length,
    member,
  }
}

const acceptsOpenApi = (c: Context<Env>) => c.req.header('accept')?.includes(openApiType) === true

interface EntrypointOptions {
  store: Store
  /** The version that the documentation names. */
  version: string
  /** The OpenAPI paths of all other endpoints. */
  otherPaths: OpenApiPaths
}

export const entrypointEndpoints = ({
  store,
  version,
  otherPaths,
}: EntrypointOptions): EndpointGroup => {
  const types = [...store.types.all, userTypeDefinition]
  const [root, docs, metadata] = [entrypointOf(types), docsOf(types, version), metadataList(types)]
  const createHandler = (body: unknown) => {
    const rendered = toJsonResponse(body, newVariance(), { Allow: 'GET' })
    return (c: Context<Env>) => {
      requireAcceptable(c)
      return sendJson(c, rendered)
    }
  }
  const sendRoot = createHandler(root)
  const app = new Hono<Env>()
  for (const path of ['/', '/.jsonld', '/index.jsonld']) app.get(path, sendRoot)
  // In a mounted app `/` matches the mount without a trailing slash only.
  const rootMethodNotAllowed = methodNotAllowed('GET')
  app.all('*', (c, next) => {
    if (c.req.path !== `${apiBase}/`) return next()
    return ['GET', 'HEAD'].includes(c.req.method) ? sendRoot(c) : rootMethodNotAllowed(c)
  })
  const sendDocs = createHandler(docs)
  const openApi = toJsonResponse(
    buildOpenApiDocument({ types, version, paths: { ...openApiPaths, ...otherPaths } }),
    newVariance(),
    {
      Allow: 'GET',
    },
  )
  const sendOpenApi = (c: Context<Env>, type: string) => {
    if (!acceptsOpenApi(c)) requireAcceptable(c)
    return sendJson(c, { ...openApi, headers: { ...openApi.headers, 'Content-Type': type } })
  }
  app.get('/docs.jsonld', sendDocs)
  app.get('/docs.json', (c) => sendOpenApi(c, 'application/json'))
  app.get('/docs', (c) => (acceptsOpenApi(c) ? sendOpenApi(c, openApiType) : sendDocs(c)))
  const sendMetadata = createHandler(metadata)
  for (const format of ['', '.json', '.jsonld']) app.get(metadataEndpoint + format, sendMetadata)
  app.get(`${metadataEndpoint}/*`, (c) => {
    const name = stripFormat(requestIriOf(c).slice(metadataEndpoint.length + 1))
    const match = metadata.member.find(({ resourceClass }) => resourceClass === name)
    if (!match) throw problem(404)
    return createHandler({ '@context': metadataContext, ...match })(c)
  })
  return { routes: app, openApiPaths, isReadOnly: true }
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
