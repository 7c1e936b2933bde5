/** Finds out what is shown at a path, before anything is rendered. */
import { Failure, failureOf } from '#content/failure.ts'
import { contentLocation, hasPage, isAdminPath, isOpen } from '#content/location.ts'
import type { PagePayload } from '#content/payload.ts'
import { admit } from '#content/route-table.ts'
import { registry } from '#site/index.ts'
import { createCache } from '#src/resources/cache.ts'
import { type CleanHtml, createGate } from './clean.ts'
import { createApp } from './effects.ts'
import { tooLate, withPatience } from './patience.ts'
import {
  type Gathered,
  type RenderRequest,
  servicesFor,
  stateFor,
  toldFailure,
} from './rendering.ts'
import { shellPath } from './shell.ts'
import { type PageState, inputOf } from './state.ts'
import { walk } from './walk.ts'

export async function gather(request: RenderRequest): Promise<Gathered> {
  const { location, readPage, cleanHtml, closed } = request
  if (closed) return start(request, { failure: closed })
  const decided = decide(request)
  if (decided) return start(request, decided)
  if (!hasPage(location.path) || location.path === shellPath) return start(request, {})
  try {
    const payload = await withPatience(readPage(contentLocation(location)))
    if (payload === tooLate) return start(request, { isLate: true })
    if (!payload) return walk(request)
    const { page, redirect, entries, failure, status } = await cleanPayload(payload, cleanHtml)
    if (page || redirect) return start(request, { page, entries, redirect })
    return start(request, { failure: failure ?? toldFailure(failureOf(status)) })
  } catch (problem) {
    return start(request, { failure: toldFailure(Failure.from(problem)), problem })
  }
}

/** Who may not see what is there is told before any of it is read; null for everybody else. */
const decide = ({ location, user, knowsUser }: RenderRequest): Found | null => {
  if (isOpen(location.path)) return null
  const admission = admit(location, user)
  if (admission.kind === 'refused') return { failure: admission }
  if (admission.kind === 'admitted') return null
  // Where the content is elsewhere the browser alone finds out who is looking.
  if (!knowsUser && isAdminPath(location.path)) return {}
  return { redirect: admission.to, status: 302 }
}

interface Found extends Partial<Pick<PageState, 'page' | 'entries' | 'failure'>> {
  redirect?: string | undefined
  /** Of a redirect that is not for ever. */
  status?: number
  problem?: unknown
  /** Neither a page nor a failure: the browser is still to find out. */
  isLate?: boolean
}

/** The actors need not run: they are where the page has led them, as they will be in the browser. */
const start = (request: RenderRequest, found: Found): Gathered => {
  const { redirect = null, problem = null, isLate = false, status = 308, ...shown } = found
  const cache = createCache()
  const failure = shown.failure ? toldFailure(shown.failure) : null
  const state = { ...stateFor(request), ...shown, failure }
  cache.save(state.entries)
  const services = servicesFor(request, cache, () => false)
  const appRef = createApp(services, inputOf(state, false))
  const shownStatus = isLate ? 503 : (state.failure?.status ?? 200)
  return { appRef, cache, state, redirect, problem, status: redirect ? status : shownStatus }
}

/** Cleans what a page is made of before it is sent anywhere. */
export const cleanPayload = async (payload: PagePayload, cleanHtml: CleanHtml) => {
  const gate = createGate(registry, cleanHtml)
  return {
    ...payload,
    entries: await Promise.all(payload.entries.map(async (entry) => gate(entry))),
  }
}
