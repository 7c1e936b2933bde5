/** Loads a page from a content API without payloads by running the actors, as in the browser. */
import { waitFor } from 'xstate'
import type { AppRef } from '#machines/app/app.ts'
import { selectFailure } from '#machines/page/error-page.ts'
import { selectCurrentPage } from '#machines/page/fetcher.ts'
import { isBusy } from '#machines/page/navigation.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'
import { createAppActor } from '../effects/app-effects.ts'
import { timedOut, withTimeout } from './timeout.ts'
import {
  type PageRender,
  type RenderRequest,
  createServerServices,
  initialPageState,
  publicFailure,
} from './render-request.ts'
import { toAppInput } from '../page-state.ts'

export const loadPageByResource = async (request: RenderRequest): Promise<PageRender> => {
  const cache = createResourceCache()
  const state = initialPageState(request)
  let redirect: string | null = null
  let error: unknown = null
  const services = createServerServices(request, cache, (href) => {
    redirect = href
    return false
  })
  const appRef = createAppActor(services, toAppInput(state, false))
  // Without a subscriber, an error of the root actor would end the process.
  appRef.subscribe({ error: (rootError) => (error = rootError) })
  appRef.start()
  const isSettled = await settlesInTime(appRef)

  const { errorPage, fetcher } = appRef.getSnapshot().children
  const failure = selectFailure(errorPage!.getSnapshot())
  state.failure = failure && publicFailure(failure)
  state.page = selectCurrentPage(fetcher!.getSnapshot())
  state.entries = cache.snapshot()
  state.manifestName = (await services.loadApi()).pages.manifestName()
  const status = isSettled ? (state.failure?.status ?? 200) : 503
  return { appRef, cache, state, redirect, error, status: redirect ? 308 : status }
}

const settlesInTime = async (appRef: AppRef) => {
  const navigationRef = appRef.getSnapshot().children.navigation!
  if (!isBusy(navigationRef.getSnapshot())) return true
  const settled = waitFor(navigationRef, (snapshot) => !isBusy(snapshot))
  return (await withTimeout(settled)) !== timedOut
}
