/** Joins collections to the world. Loaded with the first page that has one. */
import { fromCallback, fromPromise } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import { imagesOf } from '#content/page/collection.ts'
import { locationOf } from '#content/page/location.ts'
import { type LocationChanged, collectionMachine } from '#machines/page/collection.ts'
import { type NavigationRef, selectLocation } from '#machines/page/navigation.ts'
import { currentPagePath } from './app-effects.ts'
import { appSystemOf } from '../shell/use-local-actor.ts'
import { type ActorSystem, servicesOf } from '../services/services.ts'
import { abortOnNavigation } from '../services/abort-on-navigation.ts'

const navigationRefOf = (system: ActorSystem): NavigationRef =>
  appSystemOf(system).get('navigation')

export const collection = collectionMachine.provide({
  actors: {
    watchLocation: fromCallback<LocationChanged, undefined>(({ system, sendBack }) => {
      const { path } = selectLocation(navigationRefOf(system).getSnapshot())
      const subscription = navigationRefOf(system).on('location.committed', ({ location }) => {
        // Until another page is there, this one is still to be seen; what that asks for is not about it.
        if (location.path === path) sendBack({ type: 'location.changed', search: location.search })
      })
      return () => subscription.unsubscribe()
    }),
    readCollection: fromPromise<void, { iri: Iri; search: string }>(
      async ({ system, input: { iri, search }, signal }) => {
        const { cache, readResource } = servicesOf(system)
        const path = currentPagePath(appSystemOf(system))
        const { read, pictures } = await abortOnNavigation(
          appSystemOf(system),
          signal,
          async (here) => {
            const options = { path, signal: here }
            const list = await readResource(`${iri}${search}`, options)
            const missing = imagesOf(list.resource).filter((picture) => !cache.read(picture))
            const asked = missing.map((picture) => readResource(picture, options))
            return { read: list, pictures: await Promise.allSettled(asked) }
          },
        )
        // What is given up meanwhile is nobody's.
        if (signal.aborted) return
        const found = pictures.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
        cache.save([...found, read], { path })
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
