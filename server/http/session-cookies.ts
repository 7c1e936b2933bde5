/**
 * Reads and sets the cookies with the token of a session: one for the site and its API, one for the hub. Both are
 * HttpOnly.
 */
import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import type { Env } from './hono-env.ts'
import { sessionLifetime } from '../auth/session-lifetime.ts'

type C = Context<Env>

export const hubPath = '/.well-known/mercure'
const sessionCookie = 'api_component'
const hubCookie = 'mercureAuthorization'
const draftHubCookie = '__Secure-mercure_access_token'
/** The value of the hub cookie for visitors. */
const anonymousToken = 'public'

/**
 * The lifetime of the hub cookie, ten years in seconds, which browsers may shorten. The cookie is valid only as long as
 * the session it names.
 */
const hubCookieMaxAge = 10 * 365 * 24 * 60 * 60

const cookieOptions = (c: C) =>
  ({
    path: '/',
    httpOnly: true,
    secure: c.get('origins').needsTls(c),
    sameSite: 'Lax',
  }) as const

/** Sets the hub cookie. It is written by hand, because Hono rejects a Max-Age above 400 days. */
const setHubCookie = (c: C, token: string) => {
  const { secure } = cookieOptions(c)
  const attributes = [`Max-Age=${hubCookieMaxAge}`, `Path=${hubPath}`, 'HttpOnly']
  const cookie = [
    `${hubCookie}=${token}`,
    ...attributes,
    ...(secure ? ['Secure'] : []),
    'SameSite=Lax',
  ]
  c.header('Set-Cookie', cookie.join('; '), { append: true })
}

/** Sets the cookies with a session's token: one for the API, one for the hub. */
export const setSessionCookies = (c: C, token: string) => {
  setCookie(c, sessionCookie, token, { ...cookieOptions(c), maxAge: sessionLifetime / 1_000 })
  setHubCookie(c, token)
}

/** Deletes the session cookie and sets the hub cookie to the visitors' one. */
export const clearSessionCookies = (c: C) => {
  deleteCookie(c, sessionCookie, cookieOptions(c))
  setHubCookie(c, anonymousToken)
}

/** Sets the hub cookie of visitors, who may subscribe too. A session cookie that was sent anyway is deleted. */
export const setAnonymousHubCookie = (c: C) => {
  if (sessionCookie in parseCookies(c.req.header('cookie'))) clearSessionCookies(c)
  else setHubCookie(c, anonymousToken)
}

const parseCookies = (header: string | null | undefined) => (header ? parse(header) : {})

/** Returns the session token in a `Cookie` header, or undefined. */
export const sessionTokenFrom = (header: string | null | undefined) =>
  header?.includes(sessionCookie) ? parseCookies(header)[sessionCookie] || undefined : undefined

/**
 * Returns the session token that the hub is asked with: in the `Authorization` header, which has priority, in the hub
 * cookie by its current name or that of Mercure's draft 1.0, or in the session cookie. An expired one counts as none.
 */
export const hubTokenFrom = (
  authorization: string | null | undefined,
  header: string | null | undefined,
) => {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  const cookies = parseCookies(header)
  return (
    bearer || cookies[draftHubCookie] || cookies[hubCookie] || cookies[sessionCookie] || undefined
  )
}
