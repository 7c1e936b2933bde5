/** Builds JSON responses with the headers of the contract, and sends them. */
import type { Context } from 'hono'
import type { Iri } from '#content/model/iri.ts'
import { toAsciiUrl } from '#content/links/address-input.ts'
import { type Variance, newVariance } from '../store/access/read-context.ts'
import type { ReadResult } from '../store/read/read-result.ts'
import type { Store } from '../store/store.ts'
import type { TypeDefinition } from '../store/types/type-definition.ts'
import { accountCaching, contentCaching } from './cache-policy.ts'
import { apiBase } from '#content/navigation/api-base.ts'
import { ldJsonContentType } from './endpoint-helpers.ts'
import { problemFor } from './error-response.ts'
import { isEditor } from '../auth/viewer.ts'
import type { Env } from './hono-env.ts'
import { validityHeader } from './problem.ts'

type C = Context<Env>

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
  headers: { 'Content-Type': ldJsonContentType, ...contentCaching(variance), ...headers },
})

/** True for types that signed-in users always read uncached; a Collection may list anything. */
const isPrivateWhenSignedIn = (definition: TypeDefinition) =>
  definition.isPublishable || ['Route', 'ComponentPosition', 'Collection'].includes(definition.type)

/**
 * Returns a variance to collect what a response varies by; it varies by viewer from the start when signed-in users read
 * it uncached.
 */
export const varianceFor = (c: C, isRestricted: boolean): Variance => ({
  ...newVariance(),
  byViewer: c.get('viewer').userId !== null && isRestricted,
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
  /**
   * The variance of the response; null for private ones: those to mutations, and of types that are always read
   * uncached.
   */
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
    'Content-Type': ldJsonContentType,
    ...contentCaching(variance),
    ETag: etag,
    ...(expires && { Expires: new Date(expires).toUTCString() }),
    ...validityHeader(validToPublish),
    ...(status === 201 && locationHeaders(resource['@id'])),
    ...headers,
  },
})

/** Sends a response that was built before. */
export const sendJson = (c: C, { body, status, headers }: JsonResponse) =>
  c.body(body, status, headers)

/** Sends the result of a mutation that is not one of the plain resource handlers. */
export const sendResult = (c: C, result: ReadResult, status: 200 | 201 = 200) =>
  sendJson(c, resultResponse(result, { variance: null, status }))

/** Sends an account or a list of accounts. */
export const sendAccount = (c: C, body: unknown, status: 200 | 201 = 200) =>
  c.body(JSON.stringify(body), status, { 'Content-Type': ldJsonContentType, ...accountCaching })

/**
 * Runs a mutation. When its input is invalid, the error tells editors in a header that the resource could not be
 * published either.
 */
export const withValidityHeader = async <Result>(
  c: C,
  definition: TypeDefinition,
  mutate: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await mutate()
  } catch (thrown) {
    const getsValidity = definition.isPublishable && isEditor(c.get('viewer'))
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
