/** What every content endpoint has in common: how it is asked, and the headers it answers with (api, section 2.0). */
import type { Context } from 'hono'
import type { Iri } from '#content/model/iri.ts'
import { toAsciiUrl } from '#content/page/link.ts'
import { hubPath } from '../auth/session-cookies.ts'
import { type Env, isEditor } from './hono-env.ts'
import { accountCaching, apiVariance, contentCaching, uncached } from './cache-policy.ts'
import { parseJsonBody } from './json-body.ts'
import { HttpProblem, problem } from './problem.ts'
import { readBodyText } from './request-body.ts'
import type { ReadOptions, Body, ReadResult } from '../store/read/read-result.ts'
import type { Store } from '../store/store.ts'
import type { TypeDefinition } from '../store/types/type-registry.ts'
import { type Variance, newVariance } from '../store/access/read-context.ts'

type C = Context<Env>

/** Where the API is mounted; it is part of URLs and never of an IRI. */
export const apiBase = '/_api'
export const ldJson = 'application/ld+json; charset=utf-8'
export const mergePatch = 'application/merge-patch+json'

/** The IRI a request is about. Double slashes count, so nothing here may tidy them up. */
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

export const stripFormat = (iri: Iri) => iri.replace(/\.json(ld)?$/, '')

/** What every answer of the API says; `own` is where the site is at home. */
export const commonHeaders = (own: string): Record<string, string> => ({
  // The older client finds the documentation only when it comes first, with one space after the semicolon.
  Link: `<${own}${apiBase}/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation",<${own}${hubPath}>; rel="mercure"`,
  // For refusals; what is answered otherwise says more.
  ...apiVariance,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'deny',
})

/** Answers every other method of an address: `OPTIONS` is told which there are, all others are refused with the same. */
export const methodNotAllowed =
  (allow: string, more: Record<string, string> = {}) =>
  (c: C): Response => {
    if (c.req.method !== 'OPTIONS') throw problem(405, { headers: { ...more, Allow: allow } })
    return c.body(null, 204, { ...more, Allow: `${allow}, OPTIONS`, ...uncached })
  }

const admitted = /^\s*(application\/(ld\+)?json|application\/\*|\*\/\*)\s*(;|$)/i

/** PostgreSQL has no text with a zero in it. */
export const rejectNulCharacters = (c: C) => {
  if (c.req.url.includes('%00')) throw problem(400)
}

/** JSON-LD is all there is to get here. */
export const acceptsJson = (accept: string | undefined) =>
  !accept || accept.split(',').some((type) => admitted.test(type))

export const requireAcceptable = (c: C) => {
  rejectNulCharacters(c)
  if (!acceptsJson(c.req.header('accept'))) throw problem(406)
}

export const readJsonBody = async (c: C, type: string): Promise<Body> => {
  const [sent = ''] = (c.req.header('content-type') ?? '').split(';')
  if (sent.trim().toLowerCase() !== type) {
    throw problem(415, { detail: `Send this as ${type}.` })
  }
  return parseJsonBody(await readBodyText(c))
}

const decoded = (path: string) => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The page a request is made for: a path, a whole URL, an IRI of page data, or what an older client makes of it. */
const pagePath = (header: string | undefined) => {
  if (!header) return undefined
  const path = header.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/, '') || '/'
  return decoded(path.replace(/^\/_\/routes\//, '')).replaceAll('\0', '')
}

/** The API's own address as whoever asks knows it, for the addresses of forms and files. */
export const requestApiBase = (c: C) => {
  const origin = c.get('requestSiteOrigin')
  return origin ? origin + apiBase : undefined
}

/** `variance` takes in what the answer will differ by. */
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

export const writeOptionsOf = (c: C) => {
  const ifMatch = c.req.header('if-match')
  const base = requestApiBase(c)
  return {
    published: c.req.query('published') === 'true',
    validatePublished: c.req.query('validate_published') === 'true',
    ...(ifMatch && { ifMatch }),
    ...(base && { base }),
  }
}

/** An answer before it is sent: for visitors it may be sent many times. */
export interface JsonResponse {
  body: string
  status: 200 | 201
  headers: Record<string, string>
}

/** Without a variance nothing is known about who else would get the same. */
export const toJsonResponse = (
  body: unknown,
  variance: Variance | null,
  headers = {},
): JsonResponse => ({
  body: JSON.stringify(body),
  status: 200,
  headers: { 'Content-Type': ldJson, ...contentCaching(variance), ...headers },
})

/** Read afresh by all who are signed in (api, section 2.0); a Collection may list anything. */
const isPersonal = (definition: TypeDefinition) =>
  definition.isPublishable || ['Route', 'ComponentPosition', 'Collection'].includes(definition.type)

/** Returns what takes in what an answer differs by: by reader from the start where those who are signed in read it afresh. */
export const varianceFor = (c: C, isRestricted: boolean): Variance => ({
  ...newVariance(),
  byReader: c.get('viewer').userId !== null && isRestricted,
})

/** The same, for one resource. */
export const varianceOf = (c: C, definition: TypeDefinition) =>
  varianceFor(c, isPersonal(definition))

/** Where a new resource is, as an address that resolves against that of the request: IRIs know nothing of the mount. */
export const locationHeaders = (iri: Iri) => {
  const url = toAsciiUrl(apiBase + iri)
  return { Location: url, 'Content-Location': url }
}

interface Asking {
  /** Null for what only whoever asks may get: what they have written, or what they always read afresh. */
  variance: Variance | null
  status?: 200 | 201
  headers?: Record<string, string>
}

export const resultResponse = (
  { resource, etag, expires, validToPublish }: ReadResult,
  { variance, status = 200, headers }: Asking,
): JsonResponse => ({
  body: JSON.stringify({ '@context': `/contexts/${resource['@type']}`, ...resource }),
  status,
  headers: {
    'Content-Type': ldJson,
    ...contentCaching(variance),
    ETag: etag,
    ...(expires && { Expires: new Date(expires).toUTCString() }),
    ...(validToPublish !== undefined && { 'valid-to-publish': validToPublish ? '1' : '0' }),
    ...(status === 201 && locationHeaders(resource['@id'])),
    ...headers,
  },
})

export const sendJson = (c: C, { body, status, headers }: JsonResponse) =>
  c.body(body, status, headers)

/** What a write is answered with, beyond the plain handlers of a resource. */
export const sendResult = (c: C, found: ReadResult, status: 200 | 201 = 200) =>
  sendJson(c, resultResponse(found, { variance: null, status }))

/** One account, or a list of them. */
export const sendAccount = (c: C, body: unknown, status: 200 | 201 = 200) =>
  c.body(JSON.stringify(body), status, { 'Content-Type': ldJson, ...accountCaching })

/** Refused for what was sent: whoever may see drafts is told that it could not be published either (api, 6.10). */
export const withValidityHeader = async <Result>(
  c: C,
  definition: TypeDefinition,
  write: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await write()
  } catch (thrown) {
    const isTold = definition.isPublishable && canWrite(c)
    if (!isTold || !(thrown instanceof HttpProblem) || thrown.status !== 422) throw thrown
    throw thrown.withHeaders({ 'valid-to-publish': '0' })
  }
}

/** Visitors all get the same: the page they are on is the only thing an answer may depend on. */
export const cacheKeyOf = (url: string, path: string | undefined) => `${url} ${path ?? ''}`

export const sendCached = async (c: C, store: Store, ask: () => Promise<JsonResponse>) => {
  if (c.get('viewer').userId !== null) return sendJson(c, await ask())
  const { url } = c.req
  // A proxy may have been asked by TLS.
  const asked = c.get('requestSiteOrigin')?.startsWith('https:')
    ? url.replace(/^http:/, 'https:')
    : url
  const key = cacheKeyOf(asked, c.req.header('path'))
  return sendJson(c, await store.kept.answer(key, ask, ({ body }) => key.length + body.length))
}

/** Whoever may not write is told so before anything they sent is looked at. */
export const canWrite = (c: C) => isEditor(c.get('viewer'))
