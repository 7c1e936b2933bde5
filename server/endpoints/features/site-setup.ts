/** Endpoint of the first screen of a new site, at the address that the first start prints. */
import { type Context, Hono } from 'hono'
import { setupEndpoint } from '#content/account/site-setup.ts'
import { uncached } from '../../http/cache-policy.ts'
import type { EndpointGroup } from '../../http/endpoint-group.ts'
import {
  ldJson,
  methodNotAllowed,
  readJsonBody,
  rejectNulCharacters,
  requestActorOf,
} from '../../http/endpoint-helpers.ts'
import type { Env } from '../../http/hono-env.ts'
import { startSession } from '../../http/start-session.ts'
import { exactObject, text } from '../../openapi/json-schema.ts'
import {
  emptyResponse,
  errorResponses,
  jsonResponse,
  pathParameter,
  requestBodyOf,
} from '../../openapi/operations.ts'
import type { FeatureContext } from '../feature-endpoints.ts'

type SetupEndpointsOptions = Pick<FeatureContext, 'siteSetup' | 'sessions'>
type C = Context<Env, '/:token'>

const path = `${setupEndpoint}/:token`
const methods = 'GET, POST'

/** The maximum size of the answers, in bytes. */
const maxBodySize = 16 * 1024

/** Returns the endpoint of the first screen. */
export const createEndpoints = ({ siteSetup, sessions }: SetupEndpointsOptions): EndpointGroup => {
  const read = async (c: C) => {
    rejectNulCharacters(c)
    const { username } = await siteSetup.find(c.req.param('token'))
    return c.json({ username }, 200, { ...uncached, Allow: methods })
  }
  const complete = async (c: C) => {
    rejectNulCharacters(c)
    const account = await siteSetup.complete(
      c.req.param('token'),
      await readJsonBody(c, ldJson, maxBodySize),
      requestActorOf(c),
    )
    await startSession(sessions, c, account)
    return c.body(null, 204, { ...uncached })
  }
  const routes = new Hono<Env>()
    .get(path, read)
    .post(path, complete)
    .all(path, methodNotAllowed(methods))
  return { routes, openApiPaths, secretPaths: [setupEndpoint] }
}

const answers = exactObject(
  {
    siteName: text,
    username: text,
    emailAddress: text,
    plainPassword: text,
    content: { enum: ['demo', 'empty'] },
  },
  ['siteName', 'username', 'emailAddress', 'plainPassword', 'content'],
)

const openApiPaths = {
  [`${setupEndpoint}/{token}`]: {
    parameters: [pathParameter('token', 'The token in the address that the first start prints.')],
    get: {
      operationId: 'readSetup',
      description: 'Tells the username of the first account, while the site is not set up yet.',
      responses: {
        200: jsonResponse(
          'The site can be set up.',
          exactObject({ username: text }),
          'application/json',
        ),
        ...errorResponses(404),
      },
    },
    post: {
      operationId: 'setUpSite',
      description:
        'Names the site, gives the first account to its owner, who is signed in by the response, and replaces the demo content by an empty home page if that is chosen. The token is valid once.',
      requestBody: requestBodyOf(answers, ldJson),
      responses: {
        204: emptyResponse('The site is set up.'),
        ...errorResponses(400, 404, 413, 415, 422),
      },
    },
  },
}
