/** Reads what a request asks for, and makes the headers of every response, for all endpoints. */
import type { Context } from 'hono'
import type { Iri } from '#content/model/iri.ts'
import { isUuid } from '#content/model/uuid.ts'
import { apiBase } from '#content/navigation/api-base.ts'
import { safeDecodeUri } from '#content/navigation/location.ts'
import { hubPath } from './session-cookies.ts'
import { type Env } from './hono-env.ts'
import type { Actor } from '../audit/actor.ts'
import { isEditor, isSuperAdmin } from '../auth/viewer.ts'
import { apiVariance, uncached } from './cache-policy.ts'
import { expectedEtagsIn } from './conditional-request.ts'
import { parseJsonBody } from './body/json-body.ts'
import { problem } from './problem.ts'
import { readBodyText } from './body/request-body.ts'
import type { ReadOptions, Body } from '../store/read/read-result.ts'
import type { Variance } from '../store/access/read-context.ts'

type C = Context<Env>

export const ldJson = 'application/ld+json'
/** The content type of responses in JSON-LD. */
export const ldJsonContentType = `${ldJson}; charset=utf-8`
export const mergePatch = 'application/merge-patch+json'

/**
 * Returns the IRI in a request's URL. Double slashes are significant, so the path is not normalized. Throws 404 when it
 * cannot be decoded.
 */
export const requestIriOf = (c: C): Iri => {
  const [, path = '/'] = /^[a-z]+:\/\/[^/]*([^?#]*)/i.exec(c.req.url) ?? []
  const bare =
    path === apiBase || path.startsWith(`${apiBase}/`) ? path.slice(apiBase.length) : path
  try {
    return decodeURIComponent(bare) || '/'
  } catch {
    throw problem(404)
  }
}

/** True for a request that may change something, by its method. */
export const isWrite = ({ req }: C) => !['GET', 'HEAD', 'OPTIONS'].includes(req.method)

/** Returns an IRI without its format: `.json` or `.jsonld`. */
export const stripFormat = (iri: Iri) => iri.replace(/\.json(ld)?$/, '')

/** Returns the headers of every API response. `own` is the site's origin. */
export const commonHeaders = (own: string): Record<string, string> => ({
  // The older client finds the documentation only when it is first, with one space after the semicolon.
  Link: `<${own}${apiBase}/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation",<${own}${hubPath}>; rel="mercure"`,
  // For errors; other responses set more.
  ...apiVariance,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'deny',
})

/** Returns a handler for all other methods of an endpoint: `OPTIONS` gets the allowed ones, any other 405. */
export const methodNotAllowed =
  (allow: string, more: Record<string, string> = {}) =>
  (c: C): Response => {
    if (c.req.method !== 'OPTIONS') throw problem(405, { headers: { ...more, Allow: allow } })
    return c.body(null, 204, { ...more, Allow: `${allow}, OPTIONS`, ...uncached })
  }

const acceptedType = /^\s*(application\/(ld\+)?json|application\/\*|\*\/\*)\s*(;|$)/i

/** Throws 400 for NUL characters in the URL, which PostgreSQL cannot store. */
export const rejectNulCharacters = (c: C) => {
  if (c.req.url.includes('%00')) throw problem(400)
}

/** True when `Accept` allows JSON-LD, the only format of the API. */
export const acceptsJson = (accept: string | undefined) =>
  !accept || accept.split(',').some((type) => acceptedType.test(type))

/** Throws 400 for NUL characters in the URL, and 406 for a client that does not accept JSON-LD. */
export const requireAcceptable = (c: C) => {
  rejectNulCharacters(c)
  if (!acceptsJson(c.req.header('accept'))) throw problem(406)
}

/**
 * Returns the body as an object. Throws 415 for another content type, 413 for too much and 400 for anything but an
 * object. `maxSize` is in bytes; without it the limit of the viewer applies.
 */
export const readJsonBody = async (c: C, type: string, maxSize?: number): Promise<Body> => {
  const [sent = ''] = (c.req.header('content-type') ?? '').split(';')
  if (sent.trim().toLowerCase() !== type) {
    throw problem(415, { detail: `Send this as ${type}.` })
  }
  return parseJsonBody(await readBodyText(c, maxSize))
}

/**
 * Returns the path of the page that a request is made for. The header is a path, a whole URL, the IRI of page data, or
 * an older client's variant of it.
 */
const parsePathHeader = (header: string | undefined) => {
  if (!header) return undefined
  const path = header.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/, '') || '/'
  return safeDecodeUri(path.replace(/^\/_\/routes\//, '')).replaceAll('\0', '')
}

/** Returns the API's base URL as this client reaches it, for URLs of forms and files. */
export const requestApiBase = (c: C) => {
  const origin = c.get('requestSiteOrigin')
  return origin ? origin + apiBase : undefined
}

/** Returns the options of the read that a request asks for. What the response varies by is added to `variance`. */
export const readOptionsOf = (c: C, variance: Variance | null = null): ReadOptions => {
  const path = parsePathHeader(c.req.header('path'))
  const query = new URL(c.req.url).searchParams
  const base = requestApiBase(c)
  return {
    published: query.get('published') === 'true',
    query,
    ...(path && { path }),
    ...(base && { base }),
    ...(variance && { variance }),
  }
}

/**
 * Returns the `Idempotency-Key` of a request, which is the id of what it creates: a client that got no answer sends it
 * again. Throws 400 for one that is no id.
 */
export const idempotencyKeyOf = (c: C) => {
  const key = c.req.header('idempotency-key')
  if (key !== undefined && !isUuid(key))
    throw problem(400, { detail: 'The Idempotency-Key is not a UUID of version 7.' })
  return key
}

/** Returns the options of the mutation that a request asks for. */
export const mutationOptionsOf = (c: C) => {
  const base = requestApiBase(c)
  const id = idempotencyKeyOf(c)
  return {
    ...(id !== undefined && { id }),
    published: c.req.query('published') === 'true',
    validatePublished: c.req.query('validate_published') === 'true',
    expectedEtags: expectedEtagsIn(c.req.header('if-match')),
    ...(base && { base }),
  }
}

/** Throws 401 for visitors and 403 for users who are not editors. */
export const requireEditor = (c: C) => {
  const viewer = c.get('viewer')
  if (!isEditor(viewer)) throw problem(viewer.userId === null ? 401 : 403)
}

/** Throws 401 for visitors and 403 for users who are not super admins. */
export const requireSuperAdmin = (c: C) => {
  const viewer = c.get('viewer')
  if (!isSuperAdmin(viewer)) throw problem(viewer.userId === null ? 401 : 403)
}

/** Returns who sends a request, for the audit log: a user or a visitor. */
export const requestActorOf = (c: C): Actor => {
  const { userId, username = null } = c.get('viewer')
  return { userId, username, place: c.get('origins').clientAddress(c) }
}
