/** Provides the effects of collections. Loaded with the first page that has one. */
import { fromCallback, fromPromise } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import { imagesOf } from '#content/page/collection.ts'
import { locationOf } from '#content/page/location.ts'
import { type LocationChanged, collectionMachine } from '#machines/page/collection.ts'
import { type NavigationRef, selectLocation } from '#machines/page/navigation.ts'
import { currentPagePath } from './shared.ts'
import { type ActorSystem, servicesOf } from '../services/services.ts'
import { abortOnNavigation } from '../services/abort-on-navigation.ts'

const navigationRefOf = (system: ActorSystem): NavigationRef => system.get('navigation')

export const collection = collectionMachine.provide({
  actors: {
    watchLocation: fromCallback<LocationChanged, undefined>(({ system, sendBack }) => {
      const { path } = selectLocation(navigationRefOf(system).getSnapshot())
      const subscription = navigationRefOf(system).on('location.committed', ({ location }) => {
        // The query of another path belongs to a page that is still loading, not to this collection.
        if (location.path === path) sendBack({ type: 'location.changed', search: location.search })
      })
      return () => subscription.unsubscribe()
    }),
    readCollection: fromPromise<void, { iri: Iri; search: string }>(
      async ({ system, input: { iri, search }, signal }) => {
        const { cache, readResource } = servicesOf(system)
        const path = currentPagePath(system)
        const { list, images } = await abortOnNavigation(system, signal, async (pageSignal) => {
          const options = { path, signal: pageSignal }
          const read = await readResource(`${iri}${search}`, options)
          const missing = imagesOf(read.resource).filter((image) => !cache.read(image))
          const requests = missing.map((image) => readResource(image, options))
          return { list: read, images: await Promise.allSettled(requests) }
        })
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
      const { path } = selectLocation(navigationRefOf(system).getSnapshot())
      navigationRefOf(system).send({
        type: 'navigation.requested',
        to: locationOf(`${path}${search}`),
        source: 'code',
        replace: true,
      })
    },
  },
})
