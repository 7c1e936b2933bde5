/** Joins collections to the world. Loaded with the first page that has one. */
import { fromCallback, fromPromise } from 'xstate'
import type { Iri } from '#content/iri.ts'
import { picturesOf } from '#content/listed.ts'
import { locationOf } from '#content/location.ts'
import { type QueryChanged, collectionMachine } from '#machines/collection.ts'
import { type NavigationRef, selectLocation } from '#machines/navigation.ts'
import { shownPath } from './effects.ts'
import { homeOf } from './own-actor.ts'
import { type System, servicesOf } from './services.ts'
import { whileHere } from './while-here.ts'

const navigationOf = (system: System): NavigationRef => homeOf(system).get('navigation')

export const collection = collectionMachine.provide({
  actors: {
    watchQuery: fromCallback<QueryChanged, undefined>(({ system, sendBack }) => {
      const { path } = selectLocation(navigationOf(system).getSnapshot())
      const subscription = navigationOf(system).on('location.committed', ({ location }) => {
        // Until another page is there, this one is still to be seen; what that asks for is not about it.
        if (location.path === path) sendBack({ type: 'query.changed', search: location.search })
      })
      return () => subscription.unsubscribe()
    }),
    readCollection: fromPromise<void, { iri: Iri; search: string }>(
      async ({ system, input: { iri, search }, signal }) => {
        const { cache, readResource } = servicesOf(system)
        const path = shownPath(homeOf(system))
        const { read, pictures } = await whileHere(homeOf(system), signal, async (here) => {
          const options = { path, signal: here }
          const list = await readResource(`${iri}${search}`, options)
          const missing = picturesOf(list.resource).filter((picture) => !cache.read(picture))
          const asked = missing.map((picture) => readResource(picture, options))
          return { read: list, pictures: await Promise.allSettled(asked) }
        })
        // What is given up meanwhile is nobody's.
        if (signal.aborted) return
        const found = pictures.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
        cache.save([...found, read], { path })
      },
    ),
  },
  actions: {
    askFor: ({ system }, { search }) => {
      const { path } = selectLocation(navigationOf(system).getSnapshot())
      navigationOf(system).send({
        type: 'navigation.requested',
        to: locationOf(`${path}${search}`),
        source: 'code',
        replace: true,
      })
    },
  },
})
