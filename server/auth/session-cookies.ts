/** The cookies that carry a session: one for the site and its API, one for the hub. Both are HttpOnly. */
import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import type { Env } from '../http/hono-env.ts'
import { sessionLifetime } from './sessions.ts'

type C = Context<Env>

export const hubPath = '/.well-known/mercure'
const sessionCookie = 'api_component'
const hubCookie = 'mercureAuthorization'
const draftHubCookie = '__Secure-mercure_access_token'
/** Value of the hub cookie for visitors. */
const nobody = 'public'

/**
 * About ten years, in seconds (api, section 7): the cookie is only valid as long as the session it names. Browsers may
 * shorten it.
 */
const hubLifetime = 10 * 365 * 24 * 60 * 60

const options = (c: C) =>
  ({
    path: '/',
    httpOnly: true,
    secure: c.get('origins').needsTls(c),
    sameSite: 'Lax',
  }) as const

/** Written by hand, because Hono rejects a Max-Age above 400 days. */
const giveHub = (c: C, token: string) => {
  const { secure } = options(c)
  const attributes = [`Max-Age=${hubLifetime}`, `Path=${hubPath}`, 'HttpOnly']
  const cookie = [
    `${hubCookie}=${token}`,
    ...attributes,
    ...(secure ? ['Secure'] : []),
    'SameSite=Lax',
  ]
  c.header('Set-Cookie', cookie.join('; '), { append: true })
}

export const setSessionCookies = (c: C, token: string) => {
  setCookie(c, sessionCookie, token, { ...options(c), maxAge: sessionLifetime / 1_000 })
  giveHub(c, token)
}

/** Deletes the session cookie and sets the hub cookie to the visitors' one. */
export const clearSessionCookies = (c: C) => {
  deleteCookie(c, sessionCookie, options(c))
  giveHub(c, nobody)
}

/** Sets the hub cookie of visitors, who may subscribe too. A session cookie that was sent anyway is deleted. */
export const setAnonymousHubCookie = (c: C) => {
  if (sessionCookie in cookiesOf(c.req.header('cookie'))) clearSessionCookies(c)
  else giveHub(c, nobody)
}

const cookiesOf = (header: string | null | undefined) => (header ? parse(header) : {})

/** Returns the session token in a `Cookie` header, or undefined. */
export const sessionTokenFrom = (header: string | null | undefined) =>
  header?.includes(sessionCookie) ? cookiesOf(header)[sessionCookie] || undefined : undefined

/**
 * Returns the session token that the hub is asked with: in the `Authorization` header, which has priority, in the hub
 * cookie by its current name or that of Mercure's draft 1.0, or in the session cookie. An expired one counts as none.
 */
export const hubTokenFrom = (
  authorization: string | null | undefined,
  header: string | null | undefined,
) => {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  const cookies = cookiesOf(header)
  return (
    bearer || cookies[draftHubCookie] || cookies[hubCookie] || cookies[sessionCookie] || undefined
  )
}
