/** The cookies that carry a session: one for the site and its API, one for the hub. Scripts see neither. */
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
/** What the hub's cookie says for somebody who is not signed in. */
const nobody = 'public'

/**
 * About ten years, in seconds (api, section 7): what is in it is worth only as much as the session that it names.
 * Browsers keep no cookie longer than they like to.
 */
const hubLifetime = 10 * 365 * 24 * 60 * 60

const options = (c: C) =>
  ({
    path: '/',
    httpOnly: true,
    secure: c.get('origins').needsTls(c),
    sameSite: 'Lax',
  }) as const

/** Written by hand, as Hono refuses to give any cookie more than 400 days. */
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

/** Where a session ends: the site's cookie is taken away, the hub's is one for everybody. */
export const clearSessionCookies = (c: C) => {
  deleteCookie(c, sessionCookie, options(c))
  giveHub(c, nobody)
}

/** Where there is no session: the hub has something to say to everybody. A cookie that was sent all the same goes. */
export const setAnonymousHubCookie = (c: C) => {
  if (sessionCookie in cookiesOf(c.req.header('cookie'))) clearSessionCookies(c)
  else giveHub(c, nobody)
}

const cookiesOf = (header: string | null | undefined) => (header ? parse(header) : {})

/** Undefined for a browser that does not claim to have a session. */
export const sessionTokenFrom = (header: string | null | undefined) =>
  header?.includes(sessionCookie) ? cookiesOf(header)[sessionCookie] || undefined : undefined

/**
 * Said to the hub in the header, which counts before any cookie, in the hub's own cookie under its name of today or of
 * Mercure's draft 1.0, or in the site's: a stale one of any is as good as none.
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
