/** Finds out what is shown at a path, before anything is rendered. */
import { Failure, failureOf } from '#content/failure.ts'
import { hasPage } from '#content/location.ts'
import type { PagePayload } from '#content/payload.ts'
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
import { isNowhere, nowhere, shellPath } from './screens.ts'
import { type PageState, inputOf } from './state.ts'
import { walk } from './walk.ts'

export async function gather(request: RenderRequest): Promise<Gathered> {
  const { location, readPage, cleanHtml } = request
  if (isNowhere(location.path)) return start(request, { failure: nowhere(location.path) })
  if (!hasPage(location.path) || location.path === shellPath) return start(request, {})
  try {
    const payload = await withPatience(readPage(location))
    if (payload === tooLate) return start(request, { isLate: true })
    if (!payload) return walk(request)
    const { page, redirect, entries, failure, status } = await cleanPayload(payload, cleanHtml)
    if (page || redirect) return start(request, { page, entries, redirect })
    return start(request, { failure: failure ?? toldFailure(failureOf(status)) })
  } catch (problem) {
    return start(request, { failure: toldFailure(Failure.from(problem)), problem })
  }
}

interface Found extends Partial<Pick<PageState, 'page' | 'entries' | 'failure'>> {
  redirect?: string | undefined
  problem?: unknown
  /** Neither a page nor a failure: the browser is still to find out. */
  isLate?: boolean
}

/** The actors need not run: they are where the page has led them, as they will be in the browser. */
const start = (request: RenderRequest, found: Found): Gathered => {
  const { redirect = null, problem = null, isLate = false, ...shown } = found
  const cache = createCache()
  const state = { ...stateFor(request), ...shown }
  cache.save(state.entries)
  const services = servicesFor(request, cache, () => false)
  const appRef = createApp(services, inputOf(state, false))
  const status = isLate ? 503 : (state.failure?.status ?? 200)
  return { appRef, cache, state, redirect, problem, status }
}

/** Cleans what a page is made of before it is sent anywhere. */
export const cleanPayload = async (payload: PagePayload, cleanHtml: CleanHtml) => {
  const gate = createGate(registry, cleanHtml)
  return {
    ...payload,
    entries: await Promise.all(payload.entries.map(async (entry) => gate(entry))),
  }
}
