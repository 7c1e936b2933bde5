/** The endpoint that publishes several drafts in one transaction: all of them become live, or none. */
import { type Context, Hono } from 'hono'
import { isObject } from '#content/is-object.ts'
import { expectedEtagsIn } from '../http/conditional-request.ts'
import type { EndpointGroup } from '../http/endpoint-group.ts'
import {
  methodNotAllowed,
  readJsonBody,
  requestApiBase,
  requireAcceptable,
  requireEditor,
} from '../http/endpoint-helpers.ts'
import type { Env } from '../http/hono-env.ts'
import { sendJson, toJsonResponse } from '../http/json-response.ts'
import { listSchema } from '../openapi/common-schemas.ts'
import { arrayOf, exactObject, iri, text } from '../openapi/json-schema.ts'
import { publicationsEndpoint } from '../openapi/hydra-documentation.ts'
import {
  accountParameter,
  errorResponses,
  jsonResponse,
  ldJson,
  requestBodyOf,
} from '../openapi/operations.ts'
import { ValidationError } from '../domain-errors.ts'
import type { Publication } from '../store/write/publish-all.ts'
import type { Body } from '../store/read/read-result.ts'
import type { Store } from '../store/store.ts'

type C = Context<Env>

/** The maximum number of resources at a time, which are published while all other writes wait. */
const maxResources = 500

const refuse = (propertyPath: string, message: string): never => {
  throw new ValidationError([{ propertyPath, message }])
}

/** Returns the resource that an entry names: as its IRI, or with the version that is expected. */
const readEntry = (entry: unknown, at: number): Publication => {
  const { '@id': named, ifMatch } = isObject(entry) ? entry : { '@id': entry, ifMatch: undefined }
  if (typeof named !== 'string') return refuse(`resources[${at}]`, 'Name a resource by its IRI.')
  if (ifMatch !== undefined && typeof ifMatch !== 'string')
    return refuse(`resources[${at}]`, 'Name a version by its ETag.')
  return { iri: named, expectedEtags: expectedEtagsIn(ifMatch) }
}

/** Returns the resources that a body names; throws a `ValidationError` for none and for too many. */
const readEntries = ({ resources }: Body) => {
  if (!Array.isArray(resources) || resources.length === 0)
    return refuse('resources', 'List the resources to publish.')
  if (resources.length > maxResources)
    return refuse('resources', `List at most ${maxResources} resources at a time.`)
  return resources.map(readEntry)
}

const publish = async (c: C, store: Store) => {
  requireAcceptable(c)
  requireEditor(c)
  const entries = readEntries(await readJsonBody(c, ldJson))
  const results = await store.publishAll(entries, c.get('viewer'), requestApiBase(c))
  const collection = {
    '@context': '/contexts/Publication',
    '@id': publicationsEndpoint,
    '@type': 'Collection',
    totalItems: results.length,
    member: results.map(({ resource }) => resource),
  }
  return sendJson(c, toJsonResponse(collection, null, { Allow: 'POST' }))
}

/** Returns the endpoint that publishes several drafts. */
export const publicationEndpoints = (store: Store): EndpointGroup => ({
  routes: new Hono<Env>()
    .post(publicationsEndpoint, (c) => publish(c, store))
    .all(publicationsEndpoint, methodNotAllowed('POST')),
  openApiPaths,
})

const openApiPaths = {
  [publicationsEndpoint]: {
    post: {
      operationId: 'publishAll',
      description: 'Publishes drafts in one transaction: all of them become live, or none.',
      parameters: [accountParameter],
      requestBody: requestBodyOf(
        exactObject({
          resources: {
            ...arrayOf({ anyOf: [iri, exactObject({ '@id': iri, ifMatch: text }, ['@id'])] }),
            minItems: 1,
            maxItems: maxResources,
          },
        }),
        ldJson,
      ),
      responses: {
        200: jsonResponse(
          'The live resources, in the order of the request.',
          listSchema({ type: 'object', required: ['@id', '@type', '_metadata'] }),
        ),
        ...errorResponses(400, 401, 403, 404, 413, 415, 422),
        412: jsonResponse('One of them has changed in the meantime: its current version.', {
          type: 'object',
          required: ['@id', '@type', '_metadata'],
        }),
      },
    },
  },
}
