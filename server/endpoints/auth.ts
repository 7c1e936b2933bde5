/** Endpoints for signing in and out, and for the signed-in user. */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { userOfSession } from '../users/account-row.ts'
import type { Accounts } from '../users/accounts.ts'
import type { CredentialsChecker } from '../auth/credentials-checker.ts'
import {
  setAnonymousHubCookie,
  sessionTokenFrom,
  clearSessionCookies,
} from '../http/session-cookies.ts'
import type { TwoFactor } from '../auth/two-factor/two-factor.ts'
import type { Env } from '../http/hono-env.ts'
import { uncached } from '../http/cache-policy.ts'
import { parseJsonBody } from '../http/body/json-body.ts'
import type { Origins } from '../http/origins.ts'
import { problem } from '../http/problem.ts'
import { readBodyText } from '../http/body/request-body.ts'
import { startSession } from '../http/start-session.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Store } from '../store/store.ts'
import { apiBase } from '#content/navigation/api-base.ts'
import { methodNotAllowed, requireAcceptable } from '../http/endpoint-helpers.ts'
import { sendAccount } from '../http/json-response.ts'
import {
  challengeEnded,
  codeNeeded,
  unreadableSecret,
  wrongCode,
} from '#content/account/two-factor.ts'
import type { EndpointGroup } from '../http/endpoint-group.ts'
import {
  emptyResponse,
  errorResponses,
  readOperation,
  requestBodyOf,
} from '../openapi/operations.ts'
import { refTo } from '../openapi/json-schema.ts'

type C = Context<Env>

export interface AuthOptions {
  store: Store
  accounts: Accounts
  sessions: Sessions
  credentialsChecker: CredentialsChecker
  twoFactor: TwoFactor
  origins: Origins
}

const passwordSchema = v.object({ username: v.string(), password: v.string() })
const codeSchema = v.object({
  twoFactorToken: v.pipe(v.string(), v.maxLength(100)),
  code: v.pipe(v.string(), v.maxLength(100)),
})

const readCredentials = async (c: C) => {
  if (!/json/i.test(c.req.header('content-type') ?? '')) {
    throw problem(415, { detail: 'Send this as application/json.' })
  }
  const parsed = v.safeParse(
    v.union([codeSchema, passwordSchema]),
    parseJsonBody(await readBodyText(c)),
  )
  if (parsed.success) return parsed.output
  throw problem(400, { detail: 'A username and a password are needed, both as text.' })
}

/** Returns the hub topics of all resource types as URI templates: those of published content and those of drafts. */
export const subscribeTopicsOf = ({ types }: Store, base: string) =>
  types.all
    .filter(({ emitsEvents }) => emitsEvents)
    .flatMap(({ endpoint, isPublishable }) => [
      `${base}${endpoint}/{id}`,
      ...(isPublishable ? [`${base}${endpoint}/{id}?draft=1`] : []),
    ])

const invalidCredentials = () => problem(401, { detail: 'Invalid credentials.' })

/** Returns the account whose password is right. Throws a 401 with the token for the second step if it has one. */
const createPasswordStep =
  ({ accounts, credentialsChecker, twoFactor, origins }: AuthOptions) =>
  async (c: C, { username, password }: v.InferOutput<typeof passwordSchema>) => {
    const account = await credentialsChecker.signIn({
      username,
      password,
      account: await accounts.find(username),
      address: origins.clientAddress(c),
    })
    if (!account) throw invalidCredentials()
    if (!(await twoFactor.isOn(account.id))) return account
    const twoFactorToken = await twoFactor.challenges.issue(account)
    if (twoFactorToken === null) throw invalidCredentials()
    throw problem(401, { detail: codeNeeded, members: { twoFactorToken } })
  }

/** Returns the account of a token if the code is right. Throws 422 for a wrong code, and 401 where the password is needed again. */
const createCodeStep =
  ({ twoFactor, origins }: AuthOptions) =>
  async (c: C, { twoFactorToken, code }: v.InferOutput<typeof codeSchema>) => {
    const { challenges } = twoFactor
    const account = await challenges.findAccount(twoFactorToken)
    if (!account || !(await challenges.countAttempt(twoFactorToken)))
      throw problem(401, { detail: challengeEnded })
    const address = origins.clientAddress(c)
    const outcome = await twoFactor.useCode({ account, code, address, isSignedIn: false })
    if (outcome === 'unreadable') throw problem(422, { detail: unreadableSecret })
    if (outcome === 'wrong') throw problem(422, { detail: wrongCode })
    await challenges.remove(twoFactorToken)
    return account
  }

/** Returns the handler that starts a session and sets its cookies, in one step or two. */
const createSignIn = (options: AuthOptions) => {
  const { sessions, credentialsChecker, origins } = options
  const [passwordStep, codeStep] = [createPasswordStep(options), createCodeStep(options)]
  return async (c: C) => {
    const credentials = await readCredentials(c)
    const account = await ('code' in credentials
      ? codeStep(c, credentials)
      : passwordStep(c, credentials))
    if (!(await startSession(sessions, c, account))) throw invalidCredentials()
    await credentialsChecker.rememberNetwork(account.id, origins.clientAddress(c))
    return c.body(null, 204, { ...uncached })
  }
}

/** Returns the handler that ends the session and clears its cookies. */
const createSignOut =
  ({ sessions, origins }: AuthOptions) =>
  async (c: C) => {
    const token = sessionTokenFrom(c.req.header('cookie'))
    if (token) await sessions.signOut(token, origins.clientAddress(c))
    clearSessionCookies(c)
    // A browser that follows a link here shows an empty page; without a content type it would download an empty file.
    return c.body(null, 200, { ...uncached, 'Content-Type': 'text/plain; charset=utf-8' })
  }

/** Returns the handler that sends the signed-in user; 401 without one. */
const createReadSignedInUser =
  ({ store, origins }: AuthOptions) =>
  (c: C) => {
    requireAcceptable(c)
    c.header('Allow', 'GET')
    const [account, session] = [c.get('account'), c.get('session')]
    if (!account || !session) {
      setAnonymousHubCookie(c)
      throw problem(401)
    }
    const topics = subscribeTopicsOf(store, (origins.siteOrigin(c) ?? '') + apiBase)
    const user = userOfSession({ ...session, account }, topics)
    return sendAccount(c, { '@context': '/contexts/User', ...user })
  }

/** Returns the endpoints `/login`, `/logout` and `/me`. */
export const authEndpoints = (options: AuthOptions): EndpointGroup => {
  const signOut = createSignOut(options)
  const routes = new Hono<Env>()
    .post('/login', createSignIn(options))
    .all('/login', methodNotAllowed('POST'))
    .get('/logout', signOut)
    .post('/logout', signOut)
    .all('/logout', methodNotAllowed('GET, POST'))
    .get('/me', createReadSignedInUser(options))
    .all('/me', methodNotAllowed('GET'))
  return { routes, openApiPaths }
}

const signOutOperation = (operationId: string) => ({
  operationId,
  responses: { 200: emptyResponse('Signed out.'), ...errorResponses(403) },
})

const openApiPaths = {
  '/login': {
    post: {
      operationId: 'signIn',
      description:
        'Signs in with a password. For an account with a second factor, the 401 has a `twoFactorToken`, which is sent again with the code within five minutes. A wrong code is refused with 422.',
      requestBody: requestBodyOf(refTo('Credentials'), 'application/json'),
      responses: {
        204: emptyResponse('Signed in; the response sets the session cookies.'),
        ...errorResponses(400, 401, 413, 415, 422, 429),
      },
    },
  },
  '/logout': { get: signOutOperation('signOutByLink'), post: signOutOperation('signOut') },
  '/me': readOperation('me', 'The signed-in user.', 'User', 401),
}
