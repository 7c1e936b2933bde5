/** Provides the effects of collections. Loaded with the first page that has one. */
import { fromCallback, fromPromise } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import { imagesOf } from '#content/page/collection.ts'
import { contentLocation, locationOf } from '#content/page/location.ts'
import {
  type LocationChanged,
  type PageLeft,
  collectionMachine,
} from '#machines/page/collection.ts'
import { type NavigationRef, selectLocation } from '#machines/page/navigation.ts'
import type { PageRequestRef } from '#machines/page/page-request.ts'
import { currentPagePath } from './shared.ts'
import { type ActorSystem, servicesOf } from '../services/services.ts'

const pageRequestRefOf = (system: ActorSystem): PageRequestRef => system.get('pageRequest')
const navigationRefOf = (system: ActorSystem): NavigationRef => system.get('navigation')

export const collection = collectionMachine.provide({
  actors: {
    watchLocation: fromCallback<LocationChanged | PageLeft, undefined>(({ system, sendBack }) => {
      const first = selectLocation(navigationRefOf(system).getSnapshot())
      const subscriptions = [
        navigationRefOf(system).on('location.committed', ({ location }) => {
          // The query of another path belongs to a page that is still loading, not to this collection.
          if (location.path === first.path)
            sendBack({ type: 'location.changed', search: location.search })
        }),
        pageRequestRefOf(system).on('page.requested', ({ location }) => {
          if (location.path !== contentLocation(first).path) sendBack({ type: 'page.left' })
        }),
      ]
      return () => {
        for (const subscription of subscriptions) subscription.unsubscribe()
      }
    }),
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
