/** The cookies that carry a session: one for the site and its API, one for the hub. Scripts see neither. */
import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import type { Env } from './env.ts'
import { needsTls } from './origins.ts'
import { lifetime } from './sessions.ts'

type C = Context<Env>

export const hubPath = '/.well-known/mercure'
const sessionCookie = 'api_component'
const hubCookie = 'mercureAuthorization'
const draftHubCookie = '__Secure-mercure_access_token'
/** What the hub's cookie says for somebody who is not signed in. */
const nobody = 'public'

const options = (c: C, path: string) =>
  ({
    path,
    httpOnly: true,
    secure: needsTls(c),
    sameSite: 'Lax',
    maxAge: lifetime / 1_000,
  }) as const

export const giveSession = (c: C, token: string) => {
  setCookie(c, sessionCookie, token, options(c, '/'))
  setCookie(c, hubCookie, token, options(c, hubPath))
}

/** Where a session ends, and where there is none: the hub has something to say to everybody. */
export const takeSession = (c: C) => {
  const { maxAge: _, ...rest } = options(c, '/')
  deleteCookie(c, sessionCookie, rest)
  setCookie(c, hubCookie, nobody, options(c, hubPath))
}

const cookiesOf = (header: string | null | undefined) => (header ? parse(header) : {})

/** Undefined for a browser that does not claim to have a session. */
export const sessionIn = (header: string | null | undefined) =>
  header?.includes(sessionCookie) ? cookiesOf(header)[sessionCookie] || undefined : undefined

/**
 * Said to the hub in the header, which counts before any cookie, in the hub's own cookie under its name of today or of
 * Mercure's draft 1.0, or in the site's: a stale one of any is as good as none.
 */
export const hubSessionIn = (
  authorization: string | null | undefined,
  header: string | null | undefined,
) => {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  const cookies = cookiesOf(header)
  return (
    bearer || cookies[draftHubCookie] || cookies[hubCookie] || cookies[sessionCookie] || undefined
  )
}
