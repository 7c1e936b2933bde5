/** Signs a browser in. */
import type { Context } from 'hono'
import type { Sessions } from '../auth/sessions.ts'
import type { AccountTable } from '../store/db/schema.ts'
import type { Env } from './hono-env.ts'
import { sessionTokenFrom, setSessionCookies } from './session-cookies.ts'

/**
 * Starts a session in the browser that sends a request, in place of the one that it has. Resolves to false if the account
 * may not sign in.
 */
export const startSession = async (
  sessions: Pick<Sessions, 'start'>,
  c: Context<Env>,
  account: AccountTable,
) => {
  const token = await sessions.start(account, {
    replaced: sessionTokenFrom(c.req.header('cookie')),
    userAgent: c.req.header('user-agent'),
    address: c.get('origins').clientAddress(c),
  })
  if (token) setSessionCookies(c, token)
  return token !== null
}
