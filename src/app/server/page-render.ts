/** Creates the input of rendering from the content that the server has read. */
import { createResourceCache } from '#src/resources/resource-cache.ts'
import type { Registry } from '#src/views/registry/registry.ts'
import { createAppActor } from '../effects/app-effects.ts'
import { toAppInput } from '../page-state.ts'
import {
  type PageRender,
  type RenderRequest,
  createServerServices,
  initialPageState,
} from './render-request.ts'

/** Creates the actors in the state that the content implies; they need not be started to be rendered. */
export const createPageRender = (request: RenderRequest, registry: Registry): PageRender => {
  const { content } = request
  const { redirect, error = null, isTimedOut = false } = content
  const cache = createResourceCache()
  const state = initialPageState(request, registry, content)
  cache.save(state.entries)
  const appRef = createAppActor(createServerServices({ cache, registry }), toAppInput(state, false))
  const status = redirect?.status ?? (isTimedOut ? 503 : (state.failure?.status ?? 200))
  return { appRef, cache, registry, state, redirect: redirect?.to ?? null, error, status }
}
