/** Creates the functions by which form handlers and account endpoints act on behalf of the sender of a request. */
import type { Context } from 'hono'
import { clockSkew } from '../auth/clock-skew.ts'
import { type CredentialsChecker, throttleSubjectOf } from '../auth/credentials-checker.ts'
import { requireHashCapacity } from '../auth/passwords.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Throttle } from '../auth/throttle.ts'
import type { FormRequestContext } from '../forms/form-handlers.ts'
import { requestActorOf } from '../http/endpoint-helpers.ts'
import type { Env } from '../http/hono-env.ts'
import type { Origins } from '../http/origins.ts'
import { setSessionCookies } from '../http/session-cookies.ts'

type C = Context<Env>

/** The time after signing in within which the password need not be entered again, in milliseconds. */
const recentSignInPeriod = 10 * 60 * 1_000

const isRecentSignIn = (signedInAt: number | undefined, now: number) =>
  signedInAt !== undefined && signedInAt <= now + clockSkew && now - signedInAt < recentSignInPeriod

/** Returns a function that gives the session of a request a new token. */
export const createSessionRenewal = (sessions: Sessions) => async (c: C) => {
  const session = c.get('session')
  const token = session && (await sessions.rotateToken(session.hash))
  if (token) setSessionCookies(c, token)
}

interface FormRequestContextOptions {
  credentialsChecker: CredentialsChecker
  throttle: Throttle
  origins: Origins
  /** Returns the base URL for links in mails; throws when it is unknown. */
  linkBase: (c: C) => string
  renewSession: (c: C) => Promise<void>
  clock: () => number
}

/** Returns a function that gives the account, the session and the throttled functions of a request. */
export const createFormRequestContext = (options: FormRequestContextOptions) => {
  const { credentialsChecker, throttle, origins, linkBase, renewSession, clock } = options
  return (c: C): FormRequestContext => ({
    account: c.get('account'),
    actor: requestActorOf(c),
    sessionHash: c.get('session')?.hash,
    linkBase: () => linkBase(c),
    verifyPassword: (account, tried) =>
      credentialsChecker.confirmPassword(account, tried, origins.clientAddress(c)),
    limitRegistrations: async () => {
      requireHashCapacity()
      await throttle.attempt('register', { account: null }, origins.clientAddress(c))
    },
    limitSubmissions: async () => {
      await throttle.attempt('submission', { account: null }, origins.clientAddress(c))
    },
    limitNameLookups: async () => {
      const signedIn = c.get('account')
      const subject = signedIn ? throttleSubjectOf(signedIn, '') : { account: null }
      await throttle.attempt('names', subject, origins.clientAddress(c))
    },
    hasRecentSignIn: isRecentSignIn(c.get('session')?.signedInAt, clock()),
    rememberNetwork: (id) => credentialsChecker.rememberNetwork(id, origins.clientAddress(c)),
    renewSession: () => renewSession(c),
  })
}
