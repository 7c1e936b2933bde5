/** Endpoints of the sessions of an account: their list, and those that end one or all others. */
import { type Context, Hono } from 'hono'
import { isoDate } from '../../store/db/iso-date.ts'
import { toApiDate } from '../../store/access/read-context.ts'
import type { AccountSession } from '../../auth/account-sessions.ts'
import { uncached } from '../../http/cache-policy.ts'
import type { EndpointGroup } from '../../http/endpoint-group.ts'
import {
  methodNotAllowed,
  rejectNulCharacters,
  requestActorOf,
  requireAcceptable,
} from '../../http/endpoint-helpers.ts'
import type { Env } from '../../http/hono-env.ts'
import { sendJson, toJsonResponse } from '../../http/json-response.ts'
import { problem } from '../../http/problem.ts'
import { listEnvelope } from '../../store/read/lists/list-envelope.ts'
import { listSchema } from '../../openapi/common-schemas.ts'
import { boolean, date, exactObject, iri, text } from '../../openapi/json-schema.ts'
import {
  accountParameter,
  emptyResponse,
  errorResponses,
  jsonResponse,
  pathParameter,
} from '../../openapi/operations.ts'
import { requireAccess } from '../account-access.ts'
import type { FeatureContext } from '../feature-endpoints.ts'

type SessionEndpointsOptions = Pick<FeatureContext, 'accountManagement' | 'sessions'>
type C = Context<Env, '/:id'>

const listPath = '/users/:id/sessions'
const itemPath = `${listPath}/:session`
const listMethods = 'GET, DELETE'

/** Returns the id of the account in the URL, if the viewer may read and change it. Throws 401, 403 or 404. */
const requireAccount = async (c: C, { accountManagement }: SessionEndpointsOptions) => {
  rejectNulCharacters(c)
  const id = requireAccess(c, c.req.param('id'))
  if (!(await accountManagement.find(id))) throw problem(404)
  return id
}

const resourceOf = (c: C, base: string, session: AccountSession) => ({
  '@id': `${base}/${session.id}`,
  '@type': 'Session',
  createdAt: toApiDate(isoDate(session.signedInAt)),
  usedAt: toApiDate(isoDate(session.usedAt)),
  ...(session.userAgent && { userAgent: session.userAgent }),
  isCurrent: session.id === c.get('session')?.id,
  _metadata: { persisted: true },
})

const createHandlers = (options: SessionEndpointsOptions) => {
  const { ofAccount } = options.sessions
  return {
    list: async (c: C) => {
      requireAcceptable(c)
      const id = await requireAccount(c, options)
      const base = `/users/${id}/sessions`
      const members = (await ofAccount.list(id)).map((one) => resourceOf(c, base, one))
      const listed = { iri: base, type: 'Session', total: members.length, members, paging: null }
      const list = listEnvelope(listed, new URLSearchParams())
      return sendJson(c, toJsonResponse(list, null, { Allow: listMethods }))
    },
    endOthers: async (c: C) => {
      const id = await requireAccount(c, options)
      await ofAccount.endOthers(id, c.get('session')?.id, requestActorOf(c))
      return c.body(null, 204, { ...uncached })
    },
    end: async (c: Context<Env, '/:id/:session'>) => {
      const id = await requireAccount(c, options)
      const isEnded = await ofAccount.end(id, c.req.param('session'), requestActorOf(c))
      if (!isEnded) throw problem(404)
      return c.body(null, 204, { ...uncached })
    },
  }
}

/** Returns the endpoints of the sessions of accounts. */
export const createEndpoints = (options: SessionEndpointsOptions): EndpointGroup => {
  const { list, endOthers, end } = createHandlers(options)
  const routes = new Hono<Env>()
    .get(listPath, list)
    .delete(listPath, endOthers)
    .all(listPath, methodNotAllowed(listMethods))
    .delete(itemPath, end)
    .all(itemPath, methodNotAllowed('DELETE'))
  return { routes, openApiPaths }
}

const session = exactObject(
  {
    '@id': iri,
    '@type': { const: 'Session' },
    createdAt: date,
    usedAt: date,
    userAgent: text,
    isCurrent: boolean,
    _metadata: exactObject({ persisted: boolean }),
  },
  ['@id', '@type', 'createdAt', 'usedAt', 'isCurrent', '_metadata'],
)

const openApiPaths = {
  '/users/{id}/sessions': {
    parameters: [pathParameter('id')],
    get: {
      operationId: 'listSessions',
      description:
        'Lists the browsers in which the account is signed in, the one that was used last first. Only its owner and super admins may read it. The time of the last use is noted once a day.',
      responses: {
        200: jsonResponse('The sessions.', listSchema(session)),
        ...errorResponses(401, 403, 404),
      },
    },
    delete: {
      operationId: 'endOtherSessions',
      description: 'Signs the account out everywhere but in the browser that asks.',
      parameters: [accountParameter],
      responses: { 204: emptyResponse('They have ended.'), ...errorResponses(401, 403, 404) },
    },
  },
  '/users/{id}/sessions/{session}': {
    parameters: [pathParameter('id'), pathParameter('session')],
    delete: {
      operationId: 'endSession',
      parameters: [accountParameter],
      responses: { 204: emptyResponse('It has ended.'), ...errorResponses(401, 403, 404) },
    },
  },
}
