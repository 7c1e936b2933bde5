/** Provides the effects of collections. Loaded with the first page that has one. */
import { fromPromise } from 'xstate'
import { NEW_LIST, imagesOf, newListRequest } from '#content/page/collection.ts'
import type { Versioned } from '#content/model/resource.ts'
import { NEW_RESOURCE } from '#content/model/iri.ts'
import { locationOf } from '#content/navigation/location.ts'
import { type CollectionRequest, collectionMachine } from '#machines/page/collection.ts'
import type { NavigationRef } from '#machines/page/navigation.ts'
import { currentPagePath, locationPath } from './shared.ts'
import { type ActorSystem, servicesOf } from '../services/services.ts'

/** Reads what a collection lists that an editor adds. */
async function readNewList(
  system: ActorSystem,
  settings: string,
  signal: AbortSignal,
): Promise<Versioned> {
  const { endpoint, query } = newListRequest(settings)
  const { resources } = await servicesOf(system).loadApi()
  const { members: member, total: totalItems } = await resources.list(endpoint, { query, signal })
  const collection = { member, totalItems }
  return { resource: { '@id': NEW_LIST, '@type': 'Collection', _metadata: {}, collection } }
}

export const collection = collectionMachine.provide({
  actors: {
    readCollection: fromPromise<void, CollectionRequest>(
      async ({ system, input: { iri, search, settings }, signal }) => {
        const { cache, readResource } = servicesOf(system)
        const path = currentPagePath(system)
        const options = { path, signal }
        const list =
          iri === NEW_RESOURCE
            ? await readNewList(system, settings, signal)
            : await readResource(`${iri}${search}`, options)
        const missing = imagesOf(list.resource).filter((image) => !cache.read(image))
        const requests = missing.map((image) => readResource(image, options))
        const images = await Promise.allSettled(requests)
        // `allSettled` resolves even after an abort; the results are no longer wanted then.
        if (signal.aborted) return
        const loaded = images.flatMap((result) =>
          result.status === 'fulfilled' ? [result.value] : [],
        )
        cache.save([...loaded, list])
      },
    ),
  },
  actions: {
    requestQuery: ({ system }, { search }) => {
      const navigationRef: NavigationRef = system.get('navigation')
      navigationRef.send({
        type: 'navigation.requested',
        to: locationOf(`${locationPath(system)}${search}`),
        source: 'code',
        replace: true,
      })
    },
  },
})
