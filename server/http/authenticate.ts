import type { Context, MiddlewareHandler } from 'hono'
import { isForEverybody } from '#content/account/account-requests.ts'
import { twoFactorIri, twoFactorRequired } from '#content/account/two-factor.ts'
import type { Session, Sessions } from '../auth/sessions.ts'
import { anonymous } from '../auth/viewer.ts'
import { userIri, viewerOf } from '../users/account-row.ts'
import { isWrite, requestIriOf } from './endpoint-helpers.ts'
import type { Env } from './hono-env.ts'
import { problem } from './problem.ts'
import { clearSessionCookies, sessionTokenFrom, setSessionCookies } from './session-cookies.ts'

const otherAccount = 'This browser is signed in with another account.'

/** True when the `Account` header names another account than that of the session, which has begun in another window. */
const namesOther = (c: Context<Env>, { account }: Session) => {
  const named = c.req.header('account')
  return named !== undefined && named !== userIri(account)
}

/** True for the endpoints at which the account of the session sets up its second factor. */
const isOwnTwoFactor = (c: Context<Env>, { account }: Session) => {
  const own = twoFactorIri(userIri(account))
  return requestIriOf(c) === own || requestIriOf(c).startsWith(`${own}/`)
}

/** Throws 401 for a write for another account, and 403 for one by an editor who has to set up a second factor first. */
const requireWritable = (c: Context<Env>, session: Session) => {
  if (namesOther(c, session)) throw problem(401, { detail: otherAccount })
  if (session.isTwoFactorMissing && !isOwnTwoFactor(c, session))
    throw problem(403, { detail: twoFactorRequired })
}

/**
 * Sets the viewer from the session cookie. An ended session gives 401, except at the sign-in and sign-out endpoints and
 * those of the links in mails, and so does a write for another account. Without the second factor that the site requires,
 * nothing can be written but that.
 */
export const authenticate =
  ({ sessions }: { sessions: Sessions }): MiddlewareHandler<Env> =>
  async (c, next) => {
    c.set('viewer', anonymous)
    c.set('account', null)
    c.set('requireSession', async () => {})
    const token = sessionTokenFrom(c.req.header('cookie'))
    if (token && !/^\/log(in|out)$/.test(requestIriOf(c))) {
      const refuse = () => {
        clearSessionCookies(c)
        throw problem(401, { detail: 'This session has ended.' })
      }
      const read = await sessions.read(token)
      if (!read && isForEverybody(requestIriOf(c))) {
        clearSessionCookies(c)
        return next()
      }
      const session = read ?? refuse()
      if (await sessions.renew(session)) setSessionCookies(c, token)
      if (isWrite(c)) requireWritable(c, session)
      c.set('account', session.account)
      c.set('session', session)
      c.set('requireSession', async () => {
        if (!(await sessions.isSession(session.hash))) refuse()
      })
      const address = c.get('origins').clientAddress(c)
      c.set('viewer', { ...viewerOf(session.account), address })
    }
    await next()
  }
