/** What there is: the entrypoint, the hydra docs and the page-data metadata, all of it read off the shapes (api, 2.2, 2.6). */
import { type Context, Hono } from 'hono'
import type { Env } from '../env.ts'
import { problem } from '../problem.ts'
import { pageDataMetadataOf } from '../store/metadata.ts'
import type { Property } from '../store/property.ts'
import { type Shape, className } from '../store/shapes.ts'
import type { Store } from '../store/store.ts'
import { newVariance } from '../store/view.ts'
import { userShape } from '../users/shape.ts'
import { apiBase, iriOf, render, requireAccept, send, withoutFormat } from './http.ts'
import { openApiOf } from '../openapi/document.ts'

const lowerFirst = (word: string) => word.charAt(0).toLowerCase() + word.slice(1)

const openApiType = 'application/vnd.openapi+json'
const metadataEndpoint = '/_/page_data_metadatas'
const metadataContext = {
  '@vocab': '/docs.jsonld#',
  hydra: 'http://www.w3.org/ns/hydra/core#',
}

const isWriteable = (name: string, property: Property) =>
  name === 'publishedAt' ||
  (property.is === 'inverse' ? property.single === true : property.is !== 'computed')

const isReadable = (property: Property) =>
  property.is === 'value' ? !property.writeOnly : property.is !== 'wish' && property.is !== 'file'

const supportedProperty = ({ type }: Shape, name: string, property: Property) => ({
  '@type': 'SupportedProperty',
  title: name,
  property: { '@id': `#${type}/${name}`, '@type': 'rdf:Property', label: name },
  required: 'required' in property && Boolean(property.required),
  readable: isReadable(property),
  writeable: isWriteable(name, property),
})

const operations = ({ type, hasPut }: Shape) =>
  ['GET', ...(hasPut ? ['PUT'] : []), 'PATCH', 'DELETE'].map((method) => ({
    '@type': 'Operation',
    method,
    title: `${lowerFirst(method.toLowerCase())}${type}`,
    returns: method === 'DELETE' ? 'owl:Nothing' : type,
    ...(method === 'PUT' || method === 'PATCH' ? { expects: type } : {}),
  }))

const supportedClass = (shape: Shape) => ({
  '@id': `#${shape.type}`,
  '@type': 'Class',
  title: shape.type,
  ...(shape.kind?.explicitAllowOnly && { explicitAllowOnly: true }),
  ...(shape.kind && { description: shape.kind.description }),
  supportedProperty: Object.entries(shape.properties).map(([name, property]) =>
    supportedProperty(shape, name, property),
  ),
  supportedOperation: operations(shape),
})

const docsOf = (shapes: readonly Shape[], version: string) => ({
  '@context': [
    'http://www.w3.org/ns/hydra/context.jsonld',
    { '@vocab': '/docs.jsonld#', hydra: 'http://www.w3.org/ns/hydra/core#' },
  ],
  '@id': '/docs.jsonld',
  '@type': 'ApiDocumentation',
  title: 'Content API',
  entrypoint: '/',
  supportedClass: shapes.map(supportedClass),
  info: { version: `1.0.0 (${version})` },
})

const entrypointOf = (shapes: readonly Shape[]) => ({
  '@context': '/contexts/Entrypoint',
  '@id': '/',
  '@type': 'Entrypoint',
  ...Object.fromEntries(
    [
      ...shapes.map(({ type, endpoint }) => [lowerFirst(type), endpoint] as const),
      ['pageDataMetadata', metadataEndpoint] as const,
    ].toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ),
})

/** The list names the type all page data has in common too; clients leave it out by its name. */
const metadataList = (shapes: readonly Shape[]) => {
  const member = [
    {
      '@id': `${metadataEndpoint}/${encodeURIComponent(className('AbstractPageData'))}`,
      '@type': 'PageDataMetadata',
      resourceClass: className('AbstractPageData'),
      properties: [],
    },
    ...shapes.filter(({ data }) => data).map(pageDataMetadataOf),
  ].map((metadata) => ({ ...metadata, _metadata: { persisted: false } }))
  return {
    '@context': metadataContext,
    '@id': metadataEndpoint,
    '@type': 'Collection',
    totalItems: member.length,
    member,
  }
}

const asksForOpenApi = (c: Context<Env>) => c.req.header('accept')?.includes(openApiType) === true

export const entrypoint = (store: Store, version: string) => {
  const shapes = [...store.shapes.all, userShape]
  const [root, docs, metadata] = [
    entrypointOf(shapes),
    docsOf(shapes, version),
    metadataList(shapes),
  ]
  const sends = (body: unknown) => {
    const rendered = render(body, newVariance(), { Allow: 'GET' })
    return (c: Context<Env>) => {
      requireAccept(c)
      return send(c, rendered)
    }
  }
  const sendRoot = sends(root)
  const app = new Hono<Env>()
  for (const path of ['/', '/.jsonld', '/index.jsonld']) app.get(path, sendRoot)
  // Mounted, `/` is the mount without its slash: with it the router finds nothing.
  app.get('*', (c, next) => (c.req.path === `${apiBase}/` ? sendRoot(c) : next()))
  const sendDocs = sends(docs)
  const openApi = render(openApiOf(shapes, version), newVariance(), { Allow: 'GET' })
  const sendOpenApi = (c: Context<Env>, type: string) => {
    if (!asksForOpenApi(c)) requireAccept(c)
    return send(c, { ...openApi, headers: { ...openApi.headers, 'Content-Type': type } })
  }
  app.get('/docs.jsonld', sendDocs)
  app.get('/docs.json', (c) => sendOpenApi(c, 'application/json'))
  app.get('/docs', (c) => (asksForOpenApi(c) ? sendOpenApi(c, openApiType) : sendDocs(c)))
  const sendMetadata = sends(metadata)
  for (const format of ['', '.json', '.jsonld']) app.get(metadataEndpoint + format, sendMetadata)
  return app.get(`${metadataEndpoint}/*`, (c) => {
    const name = withoutFormat(iriOf(c).slice(metadataEndpoint.length + 1))
    const found = metadata.member.find(({ resourceClass }) => resourceClass === name)
    if (!found) throw problem(404)
    return sends({ '@context': metadataContext, ...found })(c)
  })
}
