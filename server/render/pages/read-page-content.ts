/** Reads what the renderer needs of a page: its sanitized payload, or what it crawls from a remote API. */
import { Failure, failureFromStatus, publicFailure } from '#content/model/failure.ts'
import { isAdminPath, isContentPath, isPublicPath } from '#content/navigation/path-patterns.ts'
import { type Location, contentLocation } from '#content/navigation/location.ts'
import { notFoundMessage } from '#content/page/fetching/not-found-message.ts'
import type { PagePayload } from '#content/page/fetching/payload.ts'
import { authorize } from '#content/navigation/route-table.ts'
import type { User } from '#content/model/resource.ts'
import type { PageContent } from '#src/entry-server.tsx'
import { isUnavailable } from '../../store/db/database-errors.ts'
import { incompleteLinkMessage } from './incomplete-link.ts'
import { sanitizeEntries } from './sanitize-entries.ts'

interface ContentRequest {
  location: Location
  user: User | null
  /** False when the session is unknown: then `user: null` does not mean that nobody is signed in. */
  isUserKnown: boolean
}

/** Reads a page as one payload or, from a remote API, resource by resource until the signal ends it. */
type ContentReader =
  | { readPayload: (location: Location) => Promise<PagePayload> }
  | { crawl: (signal: AbortSignal) => Promise<PageContent> }

/** The path of an empty page, which the service worker serves for every page while offline (src/service-worker.js). */
export const offlineShellPath = '/_offline'

/** Milliseconds a page may take to load on the server; after that the browser loads it. */
const readTimeout = 3_000

/**
 * Returns the content at a location, or the redirect or failure in its place. Nothing is read for users who may not
 * visit it, nor for screens of the app. Throws when the database is unavailable, since the client should retry then.
 */
export const readPageContent = async (
  request: ContentRequest,
  reader: ContentReader,
): Promise<PageContent> => {
  const { location } = request
  const refusal = authorizeRequest(request)
  if (refusal) return refusal
  if (!isContentPath(location.path) || location.path === offlineShellPath) return {}
  try {
    return 'crawl' in reader
      ? await crawlContent(reader.crawl)
      : await payloadContent(location, reader)
  } catch (error) {
    if (isUnavailable(error)) throw error
    return { failure: publicFailure(Failure.from(error)), error }
  }
}

/** Returns a redirect or failure for users who may not visit the location; otherwise null. */
const authorizeRequest = ({ location, user, isUserKnown }: ContentRequest): PageContent | null => {
  if (isPublicPath(location.path)) return null
  const access = authorize(location, user)
  if (access.kind === 'denied') {
    const message = incompleteLinkMessage(location.path) ?? access.message
    return { failure: publicFailure({ ...access, message }) }
  }
  if (access.kind === 'allowed') return null
  // With a remote content API only the browser can find out whether the user is an administrator.
  if (!isUserKnown && isAdminPath(location.path)) return {}
  return { redirect: { to: access.to, status: 302 } }
}

const crawlContent = async (crawl: (signal: AbortSignal) => Promise<PageContent>) => {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), readTimeout)
  const content = await crawl(limit.signal).finally(() => clearTimeout(timer))
  return { ...content, entries: sanitizeEntries(content.entries ?? []) }
}

const payloadContent = async (
  location: Location,
  { readPayload }: Extract<ContentReader, { readPayload: unknown }>,
): Promise<PageContent> => {
  const payload = await withTimeout(readPayload(contentLocation(location)))
  if (payload === timedOut) return { isTimedOut: true }
  const { page, redirect, entries, failure, status } = payload
  if (redirect) return { redirect: { to: redirect, status: 308 } }
  if (page) return { page, entries: sanitizeEntries(entries) }
  if (status === 404) return { failure: notFound(location) }
  return { failure: failure ?? publicFailure(failureFromStatus(status)) }
}

const notFound = (location: Location) => ({
  status: 404,
  message: notFoundMessage(contentLocation(location)),
})

const timedOut = Symbol('timed out')

/** Resolves with the promise's value, or with `timedOut` after the timeout. */
const withTimeout = async <Value>(promise: Promise<Value>) => {
  let timer: ReturnType<typeof setTimeout>
  const limit = new Promise<typeof timedOut>((resolve) => {
    timer = setTimeout(() => resolve(timedOut), readTimeout)
  })
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer))
}
