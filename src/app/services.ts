/** Everything effects are made of, put together from what differs between browser, server and tests. */
import type { AnyActor } from 'xstate'
import type { Step } from '#content/change.ts'
import type { Iri } from '#content/iri.ts'
import type { Location } from '#content/location.ts'
import type { PagePayload } from '#content/payload.ts'
import type { Editor } from '#machines/app.ts'
import type { Later } from '#machines/later.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import type { ReadOptions } from '#src/api/resources.ts'
import type { Cache } from '#src/resources/cache.ts'
import { viewsFor } from '#src/views/arriving.ts'
import type { Registry } from '#src/views/define.ts'
import { type CleanHtml, createGate } from './clean.ts'
import type { History } from './history.ts'

export interface Adapters {
  /** Loaded when it is first asked for: a page that was rendered asks for nothing. */
  loadApi: () => Promise<ContentApi>
  cache: Cache
  /** A page in one answer; without it, or where it gives null, the page is gathered resource by resource. */
  readPage?: (location: Location) => Promise<PagePayload | null>
  registry: Registry
  cleanHtml: CleanHtml
  history: History
  loadLater: () => Promise<Later>
  loadEditor: () => Promise<Editor>
}

export const createServices = (adapters: Adapters) => {
  const { loadApi, registry, cleanHtml } = adapters
  const gate = createGate(registry, cleanHtml)
  return {
    ...adapters,
    gate,
    readPage: async (location: Location, signal: AbortSignal) => {
      if (adapters.readPage) return adapters.readPage(location)
      const { readPage } = await loadApi()
      const payload = (await readPage?.(location, signal)) ?? null
      // The host has cleaned it; its views may still be on their way.
      if (payload)
        await viewsFor(
          registry,
          payload.entries.map(({ resource }) => resource),
        )
      return payload
    },
    readRoot: async (location: Location, signal: AbortSignal) => {
      const { pages } = await loadApi()
      return gate(await pages.root(location, signal))
    },
    readManifest: async (location: Location, signal: AbortSignal) => {
      const { pages } = await loadApi()
      return pages.manifest(location, signal)
    },
    readResource: async (iri: Iri, options: ReadOptions) => {
      const { resources } = await loadApi()
      return gate(await resources.read(iri, options))
    },
    /** One request of a change; null for what is gone afterwards. */
    sendStep: async (step: Step, options: ReadOptions) => {
      const { resources } = await loadApi()
      const saved = await resources.send(step, options)
      return saved && gate(saved)
    },
  }
}

export type Services = ReturnType<typeof createServices>

/** What all actors under one root share. */
export type System = AnyActor['system']

const bound = new WeakMap<System, Services>()

/** Decides what the effects of a system of actors use. Machines are built once; this is what tells two apart. */
export const bind = (system: System, services: Services) => void bound.set(system, services)

export function servicesOf(system: System) {
  const services = bound.get(system)
  if (!services) throw new Error('These actors have no services. Start them with startApp().')
  return services
}
