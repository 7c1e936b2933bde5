/** Joins the fetch chain to the world. Loaded when a second page is wanted. */
import { fromPromise } from 'xstate'
import { Failure } from '#content/failure.ts'
import type { Iri } from '#content/iri.ts'
import type { Location } from '#content/location.ts'
import { requestWith } from '#content/query.ts'
import type { PagePayload } from '#content/payload.ts'
import type { Versioned } from '#content/resource.ts'
import { gapsIn } from '#content/walk.ts'
import { type Fetched, fetchChainMachine } from '#machines/fetch-chain.ts'
import { counted } from './effects.ts'
import { servicesOf } from './services.ts'
import { toItsEnd } from './redirects.ts'
import { shelfOf } from './shelf.ts'

export const fetchChain = fetchChainMachine.provide({
  actors: {
    fetchPayload: fromPromise<PagePayload | null, Location>(async (effect) => {
      const { system, input, signal } = effect
      return (
        shelfOf(system).take(input) ?? counted(effect, servicesOf(system).readPage(input, signal))
      )
    }),
    fetchRoot: fromPromise<Versioned, Location>((effect) => {
      const { readRoot } = servicesOf(effect.system)
      const read = (location: Location) => readRoot(location, effect.signal)
      return counted(effect, toItsEnd(effect.input, read))
    }),
    fetchManifest: fromPromise<Iri[], Location>(({ system, input, signal }) =>
      servicesOf(system).readManifest(input, signal),
    ),
    fetchBatch: fromPromise<Fetched[], { requests: string[]; location: Location }>((effect) => {
      const { system, input, signal } = effect
      const { readResource } = servicesOf(system)
      const { path, search } = input.location
      const fetchOne = async (request: string): Promise<Fetched> => {
        try {
          return {
            request,
            found: await readResource(requestWith(request, search), { path, signal }),
          }
        } catch (error) {
          return { request, failure: Failure.from(error) }
        }
      }
      return counted(effect, Promise.all(input.requests.map(fetchOne)))
    }),
  },
  actions: {
    saveResources: ({ system }, { page, items, afresh }) => {
      const { cache } = servicesOf(system)
      if (afresh) cache.clear()
      // What it was not given it does not show, not even what another page with the same parts did.
      else cache.remove(gapsIn(items))
      cache.save(items, { path: page.path })
    },
  },
})
