/** Provides the effects of the deferred actors, which are loaded when the browser is idle. */
import { Failure } from '#content/model/failure.ts'
import { fromCallback, fromPromise } from 'xstate'
import { isSignedIn } from '#machines/session/auth.ts'
import type { ResourceUpdate, UpdateBatch } from '#content/page/update-queue.ts'
import {
  type HubStreamEvent,
  type HubAddress,
  hubConnectionMachine,
} from '#machines/live/hub-connection.ts'
import type { DeferredActors } from '#machines/app/deferred.ts'
import { deferredActors } from '#machines/app/deferred-actors.ts'
import { liveUpdatesMachine } from '#machines/live/live-updates.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { openHub } from '#src/api/hub.ts'
import { batch } from '#src/resources/signals.ts'
import { log } from '../browser/logger.ts'
import { navigationFocus } from './navigation-focus-effects.ts'
import { enhancements } from './enhancements-effects.ts'
import { createAbortable } from './abortable.ts'
import { currentPagePath } from './shared.ts'
import { servicesOf } from '../services/services.ts'

const hubConnection = hubConnectionMachine.provide({
  actors: {
    openHub: fromCallback<HubStreamEvent, HubAddress>(({ system, input, sendBack }) => {
      let disconnect: (() => void) | null = () => {}
      const onLost = () => sendBack({ type: 'connection.lost' })
      const listen = ({ decode }: Pick<ContentApi, 'decode'>) => {
        if (!disconnect) return
        disconnect = openHub({
          ...input,
          decode,
          onLost,
          onOpen: () => sendBack({ type: 'connection.opened' }),
          onMessage: (message) => sendBack({ type: 'message.received', ...message }),
        })
      }
      void servicesOf(system).loadApi().then(listen, onLost)
      // A browser keeps a page for the way back only without a connection. It is opened anew once the page is shown again.
      const { signal, abort } = createAbortable()
      addEventListener('pagehide', () => disconnect?.(), { signal })
      addEventListener('pageshow', ({ persisted }) => persisted && onLost(), { signal })
      return () => {
        abort()
        disconnect?.()
        disconnect = null
      }
    }),
  },
  actions: {
    logMissingHub: () => log('Cannot initialize Mercure. Hub URL is not set.'),
  },
})

const liveUpdates = liveUpdatesMachine.provide({
  actors: {
    hubConnection,
    prepareUpdate: fromPromise<ResourceUpdate[], UpdateBatch>(async ({ system, input, signal }) => {
      const { cache, readResource, sanitizeResource, loadApi } = servicesOf(system)
      const path = currentPagePath(system)
      const { nullIfMissing, prepareUpdate } = await import('../services/prepare-update.ts')
      const isVisitor = !isSignedIn(system.get('auth').getSnapshot())
      return prepareUpdate({
        ...input,
        read: cache.read,
        fetchResource: (request) =>
          nullIfMissing(readResource(request, { path, signal }), { isVisitor }),
        isVisitor,
        confirmSession: async () => {
          const { auth } = await loadApi()
          if (!(await auth.readSession(signal))) throw new Failure('forbidden')
        },
        sanitizeResource,
      })
    }),
  },
  actions: {
    applyUpdate: ({ system }, { pendingUpdates }) => {
      const { cache } = servicesOf(system)
      batch(() => {
        cache.save(pendingUpdates.flatMap(({ item }) => (item ? [item] : [])))
        cache.remove(pendingUpdates.flatMap(({ iri, item }) => (item ? [] : [iri])))
      })
    },
  },
})

export const deferred: DeferredActors = {
  ...deferredActors,
  navigationFocus,
  liveUpdates,
  enhancements,
}
