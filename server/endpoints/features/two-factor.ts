/**
 * Endpoints of the second factor of accounts: everyone sets up and removes their own, and super admins remove that of somebody
 * who has lost it.
 */
import { type Context, Hono } from 'hono'
import { twoFactorIri } from '#content/account/two-factor.ts'
import { uncached } from '../../http/cache-policy.ts'
import type { EndpointGroup } from '../../http/endpoint-group.ts'
import {
  ldJson,
  methodNotAllowed,
  readJsonBody,
  rejectNulCharacters,
  requestActorOf,
  requireSuperAdmin,
} from '../../http/endpoint-helpers.ts'
import type { Env } from '../../http/hono-env.ts'
import { problem } from '../../http/problem.ts'
import { arrayOf, boolean, count, exactObject, text } from '../../openapi/json-schema.ts'
import {
  accountParameter,
  emptyResponse,
  errorResponses,
  jsonResponse,
  pathParameter,
  requestBodyOf,
} from '../../openapi/operations.ts'
import type { Body } from '../../store/read/read-result.ts'
import type { TwoFactorManagement, TwoFactorOwner } from '../../users/two-factor-management.ts'
import { requireAccess } from '../account-access.ts'
import type { FeatureContext } from '../feature-endpoints.ts'

type TwoFactorEndpointsOptions = Pick<
  FeatureContext,
  'accountManagement' | 'twoFactorManagement' | 'senderOf'
>
type C = Context<Env, '/:id'>

const path = twoFactorIri('/users/:id')
const methods = 'GET, POST, DELETE'

/** The maximum size of a body, in bytes. */
const maxBodySize = 16 * 1024

/** Returns the owner of the account in the URL. Throws 401 for visitors, and 403 for everybody else, also for super admins. */
const requireOwner = (
  c: C,
  { senderOf }: TwoFactorEndpointsOptions,
): TwoFactorOwner & ReturnType<FeatureContext['senderOf']> => {
  rejectNulCharacters(c)
  const sender = senderOf(c)
  const { account } = sender
  if (!account) throw problem(401)
  if (account.id !== c.req.param('id')) throw problem(403)
  return { ...sender, account, address: c.get('origins').clientAddress(c) }
}

/** Returns a handler that makes a change of the own account. The codes and the key in its response are never sent again. */
const createChange =
  (
    options: TwoFactorEndpointsOptions,
    change: (owner: TwoFactorOwner, body: Body) => Promise<object | void>,
    { endsOtherSessions = false } = {},
  ) =>
  async (c: C) => {
    const owner = requireOwner(c, options)
    const result = await change(owner, await readJsonBody(c, ldJson, maxBodySize))
    if (endsOtherSessions) await owner.renewSession()
    return result ? c.json(result, 200, { ...uncached }) : c.body(null, 204, { ...uncached })
  }

const createRead =
  ({ accountManagement, twoFactorManagement }: TwoFactorEndpointsOptions) =>
  async (c: C) => {
    rejectNulCharacters(c)
    const id = requireAccess(c, c.req.param('id'))
    if (!(await accountManagement.find(id))) throw problem(404)
    return c.json(await twoFactorManagement.read(id), 200, { ...uncached, Allow: methods })
  }

const createRemoveLost = (twoFactorManagement: TwoFactorManagement) => async (c: C) => {
  rejectNulCharacters(c)
  requireSuperAdmin(c)
  const id = c.req.param('id')
  if (id === c.get('viewer').userId)
    throw problem(403, { detail: 'Turn off your own with your password and a code.' })
  await twoFactorManagement.removeLost(id, requestActorOf(c))
  return c.body(null, 204, { ...uncached })
}

/** Returns the endpoints of the second factor. */
export const createEndpoints = (options: TwoFactorEndpointsOptions): EndpointGroup => {
  const { begin, confirm, renewRecoveryCodes, turnOff } = options.twoFactorManagement
  const changes = {
    confirmation: createChange(options, confirm, { endsOtherSessions: true }),
    'recovery-codes': createChange(options, renewRecoveryCodes),
    removal: createChange(options, turnOff),
  }
  const routes = new Hono<Env>()
    .get(path, createRead(options))
    .post(path, createChange(options, begin))
    .delete(path, createRemoveLost(options.twoFactorManagement))
    .all(path, methodNotAllowed(methods))
  for (const [name, change] of Object.entries(changes))
    routes.post(`${path}/${name}`, change).all(`${path}/${name}`, methodNotAllowed('POST'))
  return { routes, openApiPaths }
}

const codes = jsonResponse(
  'The recovery codes, which are sent only once.',
  exactObject({ recoveryCodes: arrayOf(text) }),
  'application/json',
)
const proof = requestBodyOf(exactObject({ currentPassword: text, code: text }), ldJson)
const refused = errorResponses(400, 401, 403, 413, 415, 422, 429)

const changePath = (
  operationId: string,
  { description, body, responses }: { description: string; body: object; responses: object },
) => ({
  parameters: [pathParameter('id')],
  post: {
    operationId,
    description,
    parameters: [accountParameter],
    requestBody: body,
    responses: { ...responses, ...refused },
  },
})

const openApiPath = twoFactorIri('/users/{id}')

const openApiPaths = {
  [openApiPath]: {
    ...changePath('beginTwoFactor', {
      description:
        'Makes a key for an authenticator app, which is not used until a code confirms it. Only the owner may. The password is asked for unless the session is new.',
      body: requestBodyOf(exactObject({ currentPassword: text }, []), ldJson),
      responses: {
        200: jsonResponse(
          'The key in Base32, and the address that apps read from a QR code.',
          exactObject({ secret: text, uri: text }),
          'application/json',
        ),
      },
    }),
    get: {
      operationId: 'readTwoFactor',
      description:
        'Tells whether the account signs in with a second factor, and how many recovery codes are left. Only its owner and super admins may read it.',
      responses: {
        200: jsonResponse(
          'Whether it is on.',
          exactObject({ isOn: boolean, recoveryCodesLeft: count }),
          'application/json',
        ),
        ...errorResponses(401, 403, 404),
      },
    },
    delete: {
      operationId: 'removeLostTwoFactor',
      description:
        'Turns the second factor of somebody else off, who has lost it, and ends the sessions of the account. Only super admins may.',
      parameters: [accountParameter],
      responses: { 204: emptyResponse('It is off.'), ...errorResponses(401, 403, 404) },
    },
  },
  [`${openApiPath}/confirmation`]: changePath('confirmTwoFactor', {
    description:
      'Turns the second factor on with a code of the app, and signs the account out everywhere else.',
    body: requestBodyOf(exactObject({ code: text }), ldJson),
    responses: { 200: codes },
  }),
  [`${openApiPath}/recovery-codes`]: changePath('renewRecoveryCodes', {
    description: 'Replaces the recovery codes.',
    body: proof,
    responses: { 200: codes },
  }),
  [`${openApiPath}/removal`]: changePath('turnOffTwoFactor', {
    description: 'Turns the second factor off, with the password and a code.',
    body: proof,
    responses: { 204: emptyResponse('It is off.') },
  }),
}
