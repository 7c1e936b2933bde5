/** Everything effects are made of, put together from what differs between browser, server and tests. */
import type { AnyActor } from 'xstate'
import type { Step } from '#content/change/plan-change.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Location } from '#content/page/location.ts'
import type { PagePayload } from '#content/page/payload.ts'
import type { EditorActors } from '#machines/app/app.ts'
import type { DeferredActors } from '#machines/app/deferred.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import type { ReadOptions } from '#src/api/resources.ts'
import type { ResourceCache } from '#src/resources/resource-cache.ts'
import { loadViewsFor } from '#src/views/registry/load-views.ts'
import type { Registry } from '#src/views/registry/registry.ts'
import { type SanitizeHtml, createResourceSanitizer } from './sanitize-resource.ts'
import type { AppHistory } from '../browser/history.ts'

export interface Adapters {
  /** Loaded when it is first asked for: a page that was rendered asks for nothing. */
  loadApi: () => Promise<ContentApi>
  cache: ResourceCache
  /** A page in one answer; without it, or where it gives null, the page is gathered resource by resource. */
  readPage?: (location: Location) => Promise<PagePayload | null>
  registry: Registry
  cleanHtml: SanitizeHtml
  history: AppHistory
  loadDeferred: () => Promise<DeferredActors>
  loadEditor: () => Promise<EditorActors>
}

export const createServices = (adapters: Adapters) => {
  const { loadApi, registry, cleanHtml } = adapters
  const sanitizeResource = createResourceSanitizer(registry, cleanHtml)
  return {
    ...adapters,
    sanitizeResource,
    readPage: async (location: Location, signal: AbortSignal) => {
      if (adapters.readPage) return adapters.readPage(location)
      const { readPage } = await loadApi()
      const payload = (await readPage?.(location, signal)) ?? null
      // The host has cleaned it; its views may still be on their way.
      if (payload)
        await loadViewsFor(
          registry,
          payload.entries.map(({ resource }) => resource),
        )
      return payload
    },
    readRoot: async (location: Location, signal: AbortSignal) => {
      const { pages } = await loadApi()
      return sanitizeResource(await pages.root(location, signal))
    },
    readManifest: async (location: Location, signal: AbortSignal) => {
      const { pages } = await loadApi()
      return pages.manifest(location, signal)
    },
    readResource: async (iri: Iri, options: ReadOptions) => {
      const { resources } = await loadApi()
      return sanitizeResource(await resources.read(iri, options))
    },
    /** One request of a change; null for what is gone afterwards. */
    sendStep: async (step: Step, options: ReadOptions) => {
      const { resources } = await loadApi()
      const saved = await resources.send(step, options)
      return saved && sanitizeResource(saved)
    },
  }
}

export type Services = ReturnType<typeof createServices>

/** What all actors under one root share. */
export type ActorSystem = AnyActor['system']

const servicesBySystem = new WeakMap<ActorSystem, Services>()

/** Decides what the effects of a system of actors use. Machines are built once; this is what tells two apart. */
export const bindServices = (system: ActorSystem, services: Services) =>
  void servicesBySystem.set(system, services)

export function servicesOf(system: ActorSystem) {
  const services = servicesBySystem.get(system)
  if (!services) throw new Error('These actors have no services. Start them with startApp().')
  return services
}
