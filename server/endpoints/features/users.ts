/** Endpoints of user accounts: super admins may use those of every account, everyone else those of their own. */
import { type Context, Hono } from 'hono'
import { isSuperAdmin } from '../../auth/viewer.ts'
import type { Env } from '../../http/hono-env.ts'
import { expectedEtagsIn } from '../../http/conditional-request.ts'
import { problem } from '../../http/problem.ts'
import { requireAccess } from '../account-access.ts'
import { listEnvelope, filtersOf, withEtag } from '../../store/read/lists/list-envelope.ts'
import type { AccountTable } from '../../store/db/schema.ts'
import { userTypeDefinition } from '../../users/user-type-definition.ts'
import { userEtag } from '../../users/update-account.ts'
import {
  ldJson,
  requestIriOf,
  mergePatch,
  methodNotAllowed,
  readJsonBody,
  requestActorOf,
  requireAcceptable,
  requireSuperAdmin,
  rejectNulCharacters,
  stripFormat,
} from '../../http/endpoint-helpers.ts'
import { locationHeaders, sendAccount } from '../../http/json-response.ts'
import type { FeatureContext } from '../feature-endpoints.ts'
import type { EndpointGroup } from '../../http/endpoint-group.ts'
import {
  accountParameter,
  emptyResponse,
  errorResponses,
  pathParameter,
} from '../../openapi/operations.ts'
import { uncached } from '../../http/cache-policy.ts'
import { resourcePaths } from '../../openapi/resource-paths.ts'

type C = Context<Env>

type UserEndpointsOptions = Pick<
  FeatureContext,
  'accountManagement' | 'senderOf' | 'userOf' | 'linkBase'
>

const { endpoint } = userTypeDefinition
const listMethods = 'GET, POST'
const invitationPath = `${endpoint}/:id/invitation`
const itemMethods = 'GET, PUT, PATCH, DELETE'

/** Returns the account id in the URL. */
const accountIdOf = (c: C) => stripFormat(requestIriOf(c)).slice(endpoint.length + 1)

/** Returns the account id in the URL, if the viewer may read and change that account. */
const requireOwnId = (c: C) => {
  rejectNulCharacters(c)
  return requireAccess(c, accountIdOf(c))
}

/** Returns a function that sends a user, with the headers of an item. */
const createSendUser =
  (userOf: UserEndpointsOptions['userOf']) =>
  (c: C, account: AccountTable, status: 200 | 201 = 200) => {
    const user = userOf(c, account)
    c.header('Allow', status === 201 ? listMethods : itemMethods)
    c.header('ETag', userEtag(account))
    if (status === 201) {
      for (const [name, url] of Object.entries(locationHeaders(user['@id']))) c.header(name, url)
    }
    return sendAccount(c, { '@context': '/contexts/User', ...user }, status)
  }

const createListUsers =
  ({ accountManagement, userOf }: UserEndpointsOptions) =>
  async (c: C) => {
    requireAcceptable(c)
    requireSuperAdmin(c)
    const query = new URL(c.req.url).searchParams
    const { accounts, ...found } = await accountManagement.list(query)
    const members = accounts.map((account) =>
      withEtag(userOf(c, account), userEtag(account), query),
    )
    c.header('Allow', listMethods)
    const filters = filtersOf(userTypeDefinition)
    const listed = { iri: endpoint, type: 'User', filters, members, ...found }
    return sendAccount(c, listEnvelope(listed, query))
  }

const createUpdateUser = ({ accountManagement, senderOf, userOf }: UserEndpointsOptions) => {
  const sendUser = createSendUser(userOf)
  return async (c: C, type: string) => {
    requireAcceptable(c)
    const id = requireOwnId(c)
    const sender = senderOf(c)
    const { account, isAccessRevoked } = await accountManagement.update(
      id,
      await readJsonBody(c, type),
      {
        actor: sender.actor,
        isSuperAdmin: isSuperAdmin(c.get('viewer')),
        isOwn: id === c.get('viewer').userId,
        sessionHash: sender.sessionHash,
        hasRecentSignIn: sender.hasRecentSignIn,
        verifyPassword: sender.verifyPassword,
        limitNameLookups: sender.limitNameLookups,
        linkBase: sender.linkBase,
        precondition: {
          expectedEtags: expectedEtagsIn(c.req.header('if-match')),
          toResource: (current) => userOf(c, current),
        },
      },
    )
    // Users who change their own password or address stay signed in here; everywhere else they have to sign in again.
    if (isAccessRevoked && account.enabled && id === c.get('viewer').userId) {
      await sender.renewSession()
    }
    return sendUser(c, account)
  }
}

const createUserHandlers = ({ accountManagement, userOf, linkBase }: UserEndpointsOptions) => {
  const sendUser = createSendUser(userOf)
  const requestOf = (c: C) => ({ actor: requestActorOf(c), linkBase: () => linkBase(c) })
  return {
    create: async (c: C) => {
      requireAcceptable(c)
      requireSuperAdmin(c)
      const body = await readJsonBody(c, ldJson)
      return sendUser(c, await accountManagement.create(body, requestOf(c)), 201)
    },
    invite: async (c: Context<Env, '/:id'>) => {
      rejectNulCharacters(c)
      requireSuperAdmin(c)
      await accountManagement.invite(c.req.param('id'), () => linkBase(c))
      return c.body(null, 204, { ...uncached })
    },
    read: async (c: C) => {
      requireAcceptable(c)
      const account = await accountManagement.find(requireOwnId(c))
      if (!account) throw problem(404)
      return sendUser(c, account)
    },
    remove: async (c: C) => {
      rejectNulCharacters(c)
      requireSuperAdmin(c)
      await accountManagement.remove(accountIdOf(c), requestActorOf(c))
      return c.body(null, 204)
    },
  }
}

/** Returns the endpoints of user accounts. */
export const createEndpoints = (options: UserEndpointsOptions): EndpointGroup => {
  const list = createListUsers(options)
  const update = createUpdateUser(options)
  const { create, invite, read, remove } = createUserHandlers(options)
  const app = new Hono<Env>()
  for (const format of ['', '.json', '.jsonld']) {
    app
      .get(endpoint + format, list)
      .post(endpoint + format, create)
      .all(endpoint + format, methodNotAllowed(listMethods))
  }
  app
    .get(`${endpoint}/:id`, read)
    .patch(`${endpoint}/:id`, (c) => update(c, mergePatch))
    .put(`${endpoint}/:id`, (c) => update(c, ldJson))
    .delete(`${endpoint}/:id`, remove)
    .all(`${endpoint}/:id`, methodNotAllowed(itemMethods))
    .post(invitationPath, invite)
    .all(invitationPath, methodNotAllowed('POST'))
  return { routes: app, openApiPaths }
}

const openApiPaths = {
  ...resourcePaths(userTypeDefinition),
  [`${endpoint}/{id}/invitation`]: {
    parameters: [pathParameter('id')],
    post: {
      operationId: 'sendInvitation',
      description:
        'Sends a mail with a link to choose the first password. Only super admins may, for an account that is not verified yet.',
      parameters: [accountParameter],
      responses: {
        204: emptyResponse('The mail is on its way.'),
        ...errorResponses(401, 403, 404, 422),
      },
    },
  },
}
