/** Defines the services that effects use, built from adapters that differ between browser, server and tests. */
import type { AnyActor } from 'xstate'
import type { Step } from '#content/change/types.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Location } from '#content/navigation/location.ts'
import type { PagePayload } from '#content/page/fetching/payload.ts'
import type { Versioned } from '#content/model/resource.ts'
import type { EditorBundle } from '#machines/app/app.ts'
import type { DeferredBundle } from '#machines/app/deferred.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import type { ReadOptions, SendOptions } from '#src/api/groups/resources.ts'
import type { ResourceCache } from '#src/resources/resource-cache.ts'
import { loadViewsFor } from '#src/views/registry/load-views.ts'
import type { Registry } from '#src/views/registry/registry.ts'
import { memoizeAsync } from '#content/memoize-async.ts'
import type { Sanitizing } from './sanitize-resource.ts'
import type { AppHistory } from '../browser/history.ts'

export interface Adapters extends Sanitizing {
  /** Loads the API client on first use; a page rendered by the server makes no request at first. */
  loadApi: () => Promise<ContentApi>
  cache: ResourceCache
  /** Reads a page in one payload. When absent or null, the page is loaded resource by resource. */
  readPage?: (location: Location) => Promise<PagePayload | null>
  registry: Registry
  history: AppHistory
  /** Resolves once the page is hydrated and the browser is idle; never on the server. */
  pageReady: () => Promise<void>
  loadDeferred: () => Promise<DeferredBundle>
  loadEditor: (registry: Registry) => Promise<EditorBundle>
}

/** Returns a function that reads a page in one payload; null when it has to be loaded resource by resource. */
const createReadPage =
  ({ readPage: readGivenPage, loadApi, registry }: Adapters) =>
  async (location: Location, signal: AbortSignal) => {
    if (readGivenPage) return readGivenPage(location)
    const { readPage } = await loadApi()
    const payload = (await readPage?.(location, signal)) ?? null
    // The server has sanitized the payload already; only the views may still have to be loaded.
    if (payload) {
      const resources = payload.entries.map(({ resource }) => resource)
      await loadViewsFor(registry, resources)
    }
    return payload
  }

/** Returns the services: the adapters, and functions that read and write content through them. */
export const createServices = (adapters: Adapters) => {
  const { loadApi, registry } = adapters
  // Loaded with the first resource that is fetched: those of the rendered page are sanitized by the server.
  const loadSanitizer = memoizeAsync(async () => {
    const { createResourceSanitizer } = await import('./sanitize-resource.ts')
    return createResourceSanitizer(registry, adapters)
  })
  const sanitizeResource = async (item: Versioned) => (await loadSanitizer())(item)
  return {
    ...adapters,
    sanitizeResource,
    readPage: createReadPage(adapters),
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
    /** Sends one request of a change and returns the saved resource, or null after a DELETE. */
    sendStep: async (step: Step, options: SendOptions) => {
      const { resources } = await loadApi()
      const saved = await resources.send(step, options)
      return saved && sanitizeResource(saved)
    },
  }
}

export type Services = ReturnType<typeof createServices>

/** The actor system that all actors of one root share. */
export type ActorSystem = AnyActor['system']

const servicesBySystem = new WeakMap<ActorSystem, Services>()

/** Assigns services to an actor system. Machines are shared by all systems, so effects find their services this way. */
export const bindServices = (system: ActorSystem, services: Services) =>
  void servicesBySystem.set(system, services)

/** Returns the services of an actor system; throws when `bindServices` was not called for it. */
export function servicesOf(system: ActorSystem) {
  const services = servicesBySystem.get(system)
  if (!services) throw new Error('This system has no services')
  return services
}
