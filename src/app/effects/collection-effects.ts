/** Provides the effects of collections. Loaded with the first page that has one. */
import { fromPromise } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import { imagesOf } from '#content/page/collection.ts'
import { locationOf } from '#content/navigation/location.ts'
import { collectionMachine } from '#machines/page/collection.ts'
import type { NavigationRef } from '#machines/page/navigation.ts'
import { currentPagePath, locationPath } from './shared.ts'
import { servicesOf } from '../services/services.ts'

export const collection = collectionMachine.provide({
  actors: {
    readCollection: fromPromise<void, { iri: Iri; search: string }>(
      async ({ system, input: { iri, search }, signal }) => {
        const { cache, readResource } = servicesOf(system)
        const path = currentPagePath(system)
        const options = { path, signal }
        const list = await readResource(`${iri}${search}`, options)
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
