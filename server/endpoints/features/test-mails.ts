/** The endpoint by which super admins have a mail sent to themselves, to find out whether mails arrive. */
import { type Context, Hono } from 'hono'
import { testMailsEndpoint as endpoint } from '#content/settings/test-mail.ts'
import { throttleSubjectOf } from '../../auth/credentials-checker.ts'
import { uncached } from '../../http/cache-policy.ts'
import type { EndpointGroup } from '../../http/endpoint-group.ts'
import { methodNotAllowed, requireSuperAdmin } from '../../http/endpoint-helpers.ts'
import type { Env } from '../../http/hono-env.ts'
import { boolean, exactObject, text } from '../../openapi/json-schema.ts'
import { accountParameter, errorResponses, jsonResponse } from '../../openapi/operations.ts'
import type { FeatureContext } from '../feature-endpoints.ts'

type C = Context<Env>

/** Returns the endpoint of test mails. */
export const createEndpoints = ({
  sendTestMail,
  throttle,
}: Pick<FeatureContext, 'sendTestMail' | 'throttle'>): EndpointGroup => {
  const send = async (c: C) => {
    requireSuperAdmin(c)
    const account = c.get('account')!
    const subject = throttleSubjectOf(account, '')
    await throttle.attempt('mail', subject, c.get('origins').clientAddress(c))
    return c.json(await sendTestMail(account), 200, { ...uncached })
  }
  const routes = new Hono<Env>().post(endpoint, send).all(endpoint, methodNotAllowed('POST'))
  return { routes, openApiPaths }
}

const openApiPaths = {
  [endpoint]: {
    post: {
      operationId: 'sendTestMail',
      description:
        'Sends a mail to the super admin who asks, and tells the answer of the mail server, also where that has refused it.',
      parameters: [accountParameter],
      responses: {
        200: jsonResponse(
          'The answer of the mail server.',
          exactObject({ to: text, isSent: boolean, answer: text }),
          'application/json',
        ),
        ...errorResponses(401, 403, 429),
      },
    },
  },
}
