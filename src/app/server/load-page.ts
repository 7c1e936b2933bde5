/** Loads everything a page is rendered from, before rendering starts. */
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import {
  type Location,
  contentLocation,
  isContentPath,
  isAdminPath,
  isPublicPath,
} from '#content/page/location.ts'
import { notFoundMessage } from '#content/page/not-found-message.ts'
import type { PagePayload } from '#content/page/payload.ts'
import { authorize } from '#content/page/route-table.ts'
import { registry } from '#site/index.ts'
import { htmlFields } from '#site/kinds.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'
import { type SanitizeHtml, createResourceSanitizer } from '../services/sanitize-resource.ts'
import { createAppActor } from '../effects/app-effects.ts'
import { timedOut, withTimeout } from './timeout.ts'
import {
  type PageRender,
  type RenderRequest,
  createServerServices,
  initialPageState,
  publicFailure,
} from './render-request.ts'
import { offlineShellPath } from './offline-shell.ts'
import { type PageState, toAppInput } from '../page-state.ts'
import { loadPageByResource } from './load-page-by-resource.ts'

/** Returns the page at a request's location, or the redirect or failure in its place. */
export async function loadPage(request: RenderRequest): Promise<PageRender> {
  const { location, readPage, sanitizeHtml, unavailable } = request
  if (unavailable) return toPageRender(request, { failure: unavailable })
  const refusal = authorizeRequest(request)
  if (refusal) return toPageRender(request, refusal)
  if (!isContentPath(location.path) || location.path === offlineShellPath)
    return toPageRender(request, {})
  try {
    const payload = await withTimeout(readPage(contentLocation(location)))
    if (payload === timedOut) return toPageRender(request, { isTimedOut: true })
    if (!payload) return loadPageByResource(request)
    const { page, redirect, entries, failure, status } = await sanitizePayload(
      payload,
      sanitizeHtml,
    )
    if (page || redirect) return toPageRender(request, { page, entries, redirect })
    if (status === 404) return toPageRender(request, { failure: notFound(location) })
    return toPageRender(request, { failure: failure ?? publicFailure(failureFromStatus(status)) })
  } catch (error) {
    return toPageRender(request, { failure: publicFailure(Failure.from(error)), error })
  }
}

const notFound = (location: Location) => ({
  status: 404,
  message: notFoundMessage(contentLocation(location)),
})

/** Returns a redirect or failure for users who may not visit the location, before any content is read; otherwise null. */
const authorizeRequest = ({ location, user, isUserKnown }: RenderRequest): PageOutcome | null => {
  if (isPublicPath(location.path)) return null
  const access = authorize(location, user)
  if (access.kind === 'denied') return { failure: access }
  if (access.kind === 'allowed') return null
  // With a remote content API only the browser can find out whether the user is an administrator.
  if (!isUserKnown && isAdminPath(location.path)) return {}
  return { redirect: access.to, status: 302 }
}

interface PageOutcome extends Partial<Pick<PageState, 'page' | 'entries' | 'failure'>> {
  redirect?: string | undefined
  /** The status of a temporary redirect; the default is a permanent one. */
  status?: number
  error?: unknown
  /** True when loading took too long: the browser then loads the page itself. */
  isTimedOut?: boolean
}

/** Creates the actors in the state that the page implies; they need not be started to be rendered. */
const toPageRender = (request: RenderRequest, outcome: PageOutcome): PageRender => {
  const { redirect = null, error = null, isTimedOut = false, status = 308, ...pageState } = outcome
  const cache = createResourceCache()
  const failure = pageState.failure ? publicFailure(pageState.failure) : null
  const state = { ...initialPageState(request), ...pageState, failure }
  cache.save(state.entries)
  const services = createServerServices(request, cache, () => false)
  const appRef = createAppActor(services, toAppInput(state, false))
  const shownStatus = isTimedOut ? 503 : (state.failure?.status ?? 200)
  return { appRef, cache, state, redirect, error, status: redirect ? status : shownStatus }
}

/** Sanitizes the resources of a payload before it is sent or rendered. */
export const sanitizePayload = async (payload: PagePayload, sanitizeHtml: SanitizeHtml) => {
  const sanitizeResource = createResourceSanitizer(registry, { htmlFields, sanitizeHtml })
  return {
    ...payload,
    entries: await Promise.all(payload.entries.map(async (entry) => sanitizeResource(entry))),
  }
}
