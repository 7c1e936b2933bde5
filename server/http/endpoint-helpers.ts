/**
 * Helpers that all content endpoints share: parsing requests, and building responses with the contract's headers (api,
 * section 2.0).
 */
import type { Context } from 'hono'
import type { Iri } from '#content/model/iri.ts'
import { toAsciiUrl } from '#content/page/address-input.ts'
import { hubPath } from './session-cookies.ts'
import { type Env } from './hono-env.ts'
import { isEditor } from '../auth/viewer.ts'
import { accountCaching, apiVariance, contentCaching, uncached } from './cache-policy.ts'
import { expectedEtagsIn } from './conditional-request.ts'
import { parseJsonBody } from './body/json-body.ts'
import { problemFor } from './error-response.ts'
import { problem, validityHeader } from './problem.ts'
import { readBodyText } from './body/request-body.ts'
import type { ReadOptions, Body, ReadResult } from '../store/read/read-result.ts'
import type { Store } from '../store/store.ts'
import type { TypeDefinition } from '../store/types/type-definition.ts'
import { type Variance, newVariance } from '../store/access/read-context.ts'

type C = Context<Env>

/** The path the API is mounted at; it is part of URLs and never of an IRI. */
export const apiBase = '/_api'
export const ldJson = 'application/ld+json; charset=utf-8'
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
 * object.
 */
export const readJsonBody = async (c: C, type: string): Promise<Body> => {
  const [sent = ''] = (c.req.header('content-type') ?? '').split(';')
  if (sent.trim().toLowerCase() !== type) {
    throw problem(415, { detail: `Send this as ${type}.` })
  }
  return parseJsonBody(await readBodyText(c))
}

const safeDecode = (path: string) => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * Returns the path of the page that a request is made for. The header is a path, a whole URL, the IRI of page data, or
 * an older client's variant of it.
 */
const pagePath = (header: string | undefined) => {
  if (!header) return undefined
  const path = header.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/, '') || '/'
  return safeDecode(path.replace(/^\/_\/routes\//, '')).replaceAll('\0', '')
}

/** Returns the API's base URL as this client reaches it, for URLs of forms and files. */
export const requestApiBase = (c: C) => {
  const origin = c.get('requestSiteOrigin')
  return origin ? origin + apiBase : undefined
}

/** Returns the read options of a request. What the response varies by is added to `variance`. */
export const readOptionsOf = (c: C, variance: Variance | null = null): ReadOptions => {
  const path = pagePath(c.req.header('path'))
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

/** Returns the write options of a request. */
export const writeOptionsOf = (c: C) => {
  const base = requestApiBase(c)
  return {
    published: c.req.query('published') === 'true',
    validatePublished: c.req.query('validate_published') === 'true',
    expectedEtags: expectedEtagsIn(c.req.header('if-match')),
    ...(base && { base }),
  }
}

/** A response before it is sent; visitors may get the same one many times. */
export interface JsonResponse {
  body: string
  status: 200 | 201
  headers: Record<string, string>
}

/** Returns a JSON response. Without a variance it is private. */
export const toJsonResponse = (
  body: unknown,
  variance: Variance | null,
  headers = {},
): JsonResponse => ({
  body: JSON.stringify(body),
  status: 200,
  headers: { 'Content-Type': ldJson, ...contentCaching(variance), ...headers },
})

/** True for types that signed-in users always read uncached (api, section 2.0); a Collection may list anything. */
const isPrivateWhenSignedIn = (definition: TypeDefinition) =>
  definition.isPublishable || ['Route', 'ComponentPosition', 'Collection'].includes(definition.type)

/**
 * Returns a variance to collect what a response varies by; it varies by reader from the start when signed-in users read
 * it uncached.
 */
export const varianceFor = (c: C, isRestricted: boolean): Variance => ({
  ...newVariance(),
  byReader: c.get('viewer').userId !== null && isRestricted,
})

/** Returns the same for one resource. */
export const varianceOf = (c: C, definition: TypeDefinition) =>
  varianceFor(c, isPrivateWhenSignedIn(definition))

/** Returns the headers that locate a new resource, relative to the host: IRIs do not contain the mount. */
export const locationHeaders = (iri: Iri) => {
  const url = toAsciiUrl(apiBase + iri)
  return { Location: url, 'Content-Location': url }
}

interface ResultOptions {
  /** Null for private responses: to writes, and of types that are always read uncached. */
  variance: Variance | null
  status?: 200 | 201
  headers?: Record<string, string>
}

/** Returns the response with a resource: its JSON-LD and the headers that tell its version and validity. */
export const resultResponse = (
  { resource, etag, expires, validToPublish }: ReadResult,
  { variance, status = 200, headers }: ResultOptions,
): JsonResponse => ({
  body: JSON.stringify({ '@context': `/contexts/${resource['@type']}`, ...resource }),
  status,
  headers: {
    'Content-Type': ldJson,
    ...contentCaching(variance),
    ETag: etag,
    ...(expires && { Expires: new Date(expires).toUTCString() }),
    ...validityHeader(validToPublish),
    ...(status === 201 && locationHeaders(resource['@id'])),
    ...headers,
  },
})

export const sendJson = (c: C, { body, status, headers }: JsonResponse) =>
  c.body(body, status, headers)

/** Sends the result of a write that is not one of the plain resource handlers. */
export const sendResult = (c: C, result: ReadResult, status: 200 | 201 = 200) =>
  sendJson(c, resultResponse(result, { variance: null, status }))

/** Sends an account or a list of accounts. */
export const sendAccount = (c: C, body: unknown, status: 200 | 201 = 200) =>
  c.body(JSON.stringify(body), status, { 'Content-Type': ldJson, ...accountCaching })

/**
 * Runs a write. If it fails validation, clients that may see drafts are told that it could not be published either
 * (api, 6.10).
 */
export const withValidityHeader = async <Result>(
  c: C,
  definition: TypeDefinition,
  write: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await write()
  } catch (thrown) {
    const getsValidity = definition.isPublishable && canWrite(c)
    const refusal = problemFor(thrown)
    if (!getsValidity || refusal.status !== 422) throw thrown
    throw refusal.withHeaders(validityHeader(false))
  }
}

/** Returns the cache key of a visitor's request: responses depend on the URL and the page's path only. */
export const cacheKeyOf = (url: string, path: string | undefined) => `${url} ${path ?? ''}`

/**
 * Sends a response, which visitors share: it is cached until anything changes. Signed-in users get their own each
 * time.
 */
export const sendCached = async (c: C, store: Store, ask: () => Promise<JsonResponse>) => {
  if (c.get('viewer').userId !== null) return sendJson(c, await ask())
  const { url } = c.req
  // The client may have used TLS up to the proxy.
  const requestUrl = c.get('requestSiteOrigin')?.startsWith('https:')
    ? url.replace(/^http:/, 'https:')
    : url
  const key = cacheKeyOf(requestUrl, c.req.header('path'))
  return sendJson(
    c,
    await store.responseCache.getOrLoad(key, ask, ({ body }) => key.length + body.length),
  )
}

/** True when the viewer may write. Checked before anything of the body is read. */
export const canWrite = (c: C) => isEditor(c.get('viewer'))
