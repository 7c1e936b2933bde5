/** Finds out what is shown at a path, before anything is rendered. */
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import {
  contentLocation,
  isContentPath,
  isAdminPath,
  isPublicPath,
} from '#content/page/location.ts'
import type { PagePayload } from '#content/page/payload.ts'
import { authorize } from '#content/page/route-table.ts'
import { registry } from '#site/index.ts'
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

export async function loadPage(request: RenderRequest): Promise<PageRender> {
  const { location, readPage, cleanHtml, unavailable } = request
  if (unavailable) return toPageRender(request, { failure: unavailable })
  const refusal = authorizeRequest(request)
  if (refusal) return toPageRender(request, refusal)
  if (!isContentPath(location.path) || location.path === offlineShellPath)
    return toPageRender(request, {})
  try {
    const payload = await withTimeout(readPage(contentLocation(location)))
    if (payload === timedOut) return toPageRender(request, { isTimedOut: true })
    if (!payload) return loadPageByResource(request)
    const { page, redirect, entries, failure, status } = await cleanPayload(payload, cleanHtml)
    if (page || redirect) return toPageRender(request, { page, entries, redirect })
    return toPageRender(request, { failure: failure ?? publicFailure(failureFromStatus(status)) })
  } catch (problem) {
    return toPageRender(request, { failure: publicFailure(Failure.from(problem)), problem })
  }
}

/** Who may not see what is there is told before any of it is read; null for everybody else. */
const authorizeRequest = ({ location, user, isUserKnown }: RenderRequest): PageOutcome | null => {
  if (isPublicPath(location.path)) return null
  const admission = authorize(location, user)
  if (admission.kind === 'refused') return { failure: admission }
  if (admission.kind === 'admitted') return null
  // Where the content is elsewhere the browser alone finds out who is looking.
  if (!isUserKnown && isAdminPath(location.path)) return {}
  return { redirect: admission.to, status: 302 }
}

interface PageOutcome extends Partial<Pick<PageState, 'page' | 'entries' | 'failure'>> {
  redirect?: string | undefined
  /** Of a redirect that is not for ever. */
  status?: number
  problem?: unknown
  /** Neither a page nor a failure: the browser is still to find out. */
  isTimedOut?: boolean
}

/** The actors need not run: they are where the page has led them, as they will be in the browser. */
const toPageRender = (request: RenderRequest, outcome: PageOutcome): PageRender => {
  const {
    redirect = null,
    problem = null,
    isTimedOut = false,
    status = 308,
    ...pageState
  } = outcome
  const cache = createResourceCache()
  const failure = pageState.failure ? publicFailure(pageState.failure) : null
  const state = { ...initialPageState(request), ...pageState, failure }
  cache.save(state.entries)
  const services = createServerServices(request, cache, () => false)
  const appRef = createAppActor(services, toAppInput(state, false))
  const shownStatus = isTimedOut ? 503 : (state.failure?.status ?? 200)
  return { appRef, cache, state, redirect, problem, status: redirect ? status : shownStatus }
}

/** Cleans what a page is made of before it is sent anywhere. */
export const cleanPayload = async (payload: PagePayload, cleanHtml: SanitizeHtml) => {
  const sanitizeResource = createResourceSanitizer(registry, cleanHtml)
  return {
    ...payload,
    entries: await Promise.all(payload.entries.map(async (entry) => sanitizeResource(entry))),
  }
}
