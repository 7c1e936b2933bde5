/** Where content is given only piece by piece the actors gather a page, as they would in the browser. */
import { waitFor } from 'xstate'
import type { AppRef } from '#machines/app.ts'
import { selectFailure } from '#machines/error-page.ts'
import { selectShown } from '#machines/fetcher.ts'
import { isBusy } from '#machines/navigation.ts'
import { createCache } from '#src/resources/cache.ts'
import { createApp } from './effects.ts'
import { tooLate, withPatience } from './patience.ts'
import {
  type Gathered,
  type RenderRequest,
  servicesFor,
  stateFor,
  toldFailure,
} from './rendering.ts'
import { inputOf } from './state.ts'

export const walk = async (request: RenderRequest): Promise<Gathered> => {
  const cache = createCache()
  const state = stateFor(request)
  let redirect: string | null = null
  let problem: unknown = null
  const services = servicesFor(request, cache, (href) => {
    redirect = href
    return false
  })
  const appRef = createApp(services, inputOf(state, false))
  // Unheard, an error of the root would end the process instead of this one answer.
  appRef.subscribe({ error: (error) => (problem = error) })
  appRef.start()
  const isInTime = await hasSettled(appRef)

  const { errorPage, fetcher } = appRef.getSnapshot().children
  const failure = selectFailure(errorPage!.getSnapshot())
  state.failure = failure && toldFailure(failure)
  state.page = selectShown(fetcher!.getSnapshot())
  state.entries = cache.snapshot()
  state.manifest = (await services.loadApi()).pages.manifestName()
  const status = isInTime ? (state.failure?.status ?? 200) : 503
  return { appRef, cache, state, redirect, problem, status: redirect ? 308 : status }
}

const hasSettled = async (appRef: AppRef) => {
  const navigationRef = appRef.getSnapshot().children.navigation!
  if (!isBusy(navigationRef.getSnapshot())) return true
  const settled = waitFor(navigationRef, (snapshot) => !isBusy(snapshot))
  return (await withPatience(settled)) !== tooLate
}
