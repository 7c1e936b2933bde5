/** The endpoint that copies a page with everything on it in one transaction. */
import { type Context, Hono } from 'hono'
import { isIriOf } from '#content/model/iri.ts'
import type { EndpointGroup } from '../http/endpoint-group.ts'
import {
  methodNotAllowed,
  mutationOptionsOf,
  readJsonBody,
  requireAcceptable,
  requireEditor,
} from '../http/endpoint-helpers.ts'
import type { Env } from '../http/hono-env.ts'
import { sendResult } from '../http/json-response.ts'
import { pageCopiesEndpoint } from '../openapi/hydra-documentation.ts'
import { iri, refTo } from '../openapi/json-schema.ts'
import {
  accountParameter,
  errorResponses,
  idempotencyKeyParameter,
  jsonResponse,
  ldJson,
  requestBodyOf,
} from '../openapi/operations.ts'
import { ValidationError } from '../domain-errors.ts'
import type { Store } from '../store/store.ts'
import { type WithStoredFiles, withoutFiles } from './resources.ts'

type C = Context<Env>

const copyPage = async (c: C, store: Store, withStoredFiles: WithStoredFiles) => {
  requireAcceptable(c)
  requireEditor(c)
  const { page, ...changes } = await readJsonBody(c, ldJson)
  if (!isIriOf('PAGE', page))
    throw new ValidationError([{ propertyPath: 'page', message: 'Name a page by its IRI.' }])
  const definition = store.types.byName('Page')!
  const copied = await withStoredFiles(definition, changes, (body) =>
    store.copyPage(page, body, c.get('viewer'), mutationOptionsOf(c)),
  )
  return sendResult(c, copied, 201)
}

/** Returns the endpoint that copies pages. */
export const pageCopyEndpoints = (
  store: Store,
  withStoredFiles: WithStoredFiles = withoutFiles,
): EndpointGroup => ({
  routes: new Hono<Env>()
    .post(pageCopiesEndpoint, (c) => copyPage(c, store, withStoredFiles))
    .all(pageCopiesEndpoint, methodNotAllowed('POST')),
  openApiPaths,
})

const openApiPaths = {
  [pageCopiesEndpoint]: {
    post: {
      operationId: 'copyPage',
      description:
        'Copies a page with its groups, positions, components and drafts in one transaction. The copy has the given properties, ' +
        'a name of its own and no route. It has the files of the page, which are not stored again.',
      parameters: [accountParameter, idempotencyKeyParameter],
      requestBody: requestBodyOf(
        {
          allOf: [
            refTo('PageBody'),
            { type: 'object', properties: { page: iri }, required: ['page'] },
          ],
        },
        ldJson,
      ),
      responses: {
        201: jsonResponse('The copy.', refTo('Page')),
        ...errorResponses(400, 401, 403, 404, 413, 415, 422),
      },
    },
  },
}
