/** Endpoints that the links in mails lead to, and those that send such mails again. */
import { type Context, Hono } from 'hono'
import { emailLinkEndpoints } from '#content/account/account-requests.ts'
import { throttleSubjectOf } from '../../auth/credentials-checker.ts'
import { isSuperAdmin } from '../../auth/viewer.ts'
import type { Env } from '../../http/hono-env.ts'
import { uncached } from '../../http/cache-policy.ts'
import { rejectNulCharacters, requestActorOf } from '../../http/endpoint-helpers.ts'
import type { FeatureContext } from '../feature-endpoints.ts'
import type { EndpointGroup } from '../../http/endpoint-group.ts'
import { emptyResponse, errorResponses, pathParameter } from '../../openapi/operations.ts'

type C = Context<Env>

type EmailLinkEndpointsOptions = Pick<
  FeatureContext,
  'accounts' | 'emailLinks' | 'linkBase' | 'throttle' | 'renewSession'
>

/** Performs what a link asks for, and sends an empty page. */
const respondAfter = async (c: C, act: () => Promise<unknown>) => {
  rejectNulCharacters(c)
  await act()
  return c.body(null, 200, { ...uncached })
}

interface RequestedMail {
  /** The name of the account that it is sent to. */
  name: string
  /** The base URL of its links. */
  base: string
}

/** Returns a handler that sends a mail. Its response also tells whether the account exists, so it is throttled. */
const createSendMail =
  (
    { accounts, linkBase, throttle }: EmailLinkEndpointsOptions,
    sendMail: (mail: RequestedMail) => Promise<unknown>,
  ) =>
  (c: Context<Env, '/:name'>) =>
    respondAfter(c, async () => {
      const { name } = c.req.param()
      const base = linkBase(c)
      const subject = throttleSubjectOf(await accounts.find(name), name)
      await throttle.attempt('mail', subject, c.get('origins').clientAddress(c))
      await sendMail({ name, base })
    })

/**
 * Returns a handler that sends a mail again. Owners and super admins, who know of the account, are told when they have to
 * wait. For everybody else the mail may be left out without a word.
 */
const createResendMail = (
  options: EmailLinkEndpointsOptions,
  resend: (mail: RequestedMail & { isAlwaysSent?: boolean }) => Promise<unknown>,
) => {
  const { accounts, linkBase, throttle } = options
  const resendForAnybody = createSendMail(options, resend)
  return async (c: Context<Env, '/:name'>) => {
    const viewer = c.get('viewer')
    const { name } = c.req.param()
    const account = viewer.userId === null ? undefined : await accounts.find(name)
    const isKnown = account && (account.id === viewer.userId || isSuperAdmin(viewer))
    if (!isKnown) return resendForAnybody(c)
    return respondAfter(c, async () => {
      const base = linkBase(c)
      const subject = throttleSubjectOf(account, name)
      await throttle.attempt('resend', subject, c.get('origins').clientAddress(c))
      await resend({ name, base, isAlwaysSent: true })
    })
  }
}

const passwordResetRoutes = (options: EmailLinkEndpointsOptions) => {
  const { emailLinks } = options
  return new Hono<Env>()
    .get(
      '/password/reset/request/:name',
      createSendMail(options, ({ name, base }) => emailLinks.requestReset(name, base)),
    )
    .get('/password/reset/check/:name/:token', (c) =>
      respondAfter(c, () => emailLinks.checkReset(c.req.param())),
    )
}

/** Returns the endpoints of the links in mails, which browsers follow, so only GET is offered. */
export const createEndpoints = (options: EmailLinkEndpointsOptions): EndpointGroup => {
  const { emailLinks, renewSession } = options
  const routes = new Hono<Env>()
    .route('/', passwordResetRoutes(options))
    .get('/resend-verify-email/:name', createResendMail(options, emailLinks.resendVerifyEmail))
    .get(
      '/resend-verify-new-email/:name',
      createResendMail(options, emailLinks.resendVerifyNewEmail),
    )
    .get('/verify-email/:name/:token', (c) =>
      respondAfter(c, () =>
        emailLinks.verifyEmail(c.req.param('name'), c.req.param('token'), requestActorOf(c)),
      ),
    )
    .get('/confirm-email/:name/:newEmail/:token', (c) =>
      respondAfter(c, async () => {
        const id = await emailLinks.confirmNewEmail(
          c.req.param(),
          c.get('session')?.hash,
          requestActorOf(c),
        )
        // A user who confirms it in a signed-in browser stays signed in there.
        if (id === c.get('viewer').userId) await renewSession(c)
      }),
    )
  return { routes, openApiPaths, isReadOnly: true, secretPaths: emailLinkEndpoints }
}

/** Returns the description of an endpoint that a link in a mail leads to, or that sends such a mail. */
const emailLinkPath = (operationId: string, names: readonly string[], ...refused: number[]) => ({
  parameters: names.map((name) => pathParameter(name)),
  get: {
    operationId,
    responses: {
      200: emptyResponse('Done.'),
      404: emptyResponse('There is no such account, or the link is no longer valid.'),
      ...errorResponses(...refused),
    },
  },
})

const openApiPaths = {
  '/password/reset/request/{name}': emailLinkPath('requestReset', ['name'], 400, 429, 503),
  '/password/reset/check/{name}/{token}': emailLinkPath('checkReset', ['name', 'token']),
  '/verify-email/{name}/{token}': emailLinkPath('verifyEmail', ['name', 'token']),
  '/resend-verify-email/{name}': emailLinkPath('resendVerifyEmail', ['name'], 400, 429, 503),
  '/resend-verify-new-email/{name}': emailLinkPath('resendVerifyNewEmail', ['name'], 400, 429, 503),
  '/confirm-email/{name}/{newEmail}/{token}': emailLinkPath(
    'confirmNewEmail',
    ['name', 'newEmail', 'token'],
    401,
  ),
}
