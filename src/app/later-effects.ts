/** Joins to the world what comes after the page. Loaded when the browser is idle. */
import { fromCallback, fromPromise } from 'xstate'
import type { Iri } from '#content/iri.ts'
import { isSignedIn } from '#machines/auth.ts'
import { type HubEvent, type Line, type Message, connectionMachine } from '#machines/connection.ts'
import type { Later } from '#machines/later.ts'
import { type Staged, liveMachine } from '#machines/live.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { openHub } from '#src/api/hub.ts'
import { comfort } from './comfort-effects.ts'
import { shownPath } from './effects.ts'
import { servicesOf } from './services.ts'
import { whileHere } from './while-here.ts'

const connection = connectionMachine.provide({
  actors: {
    openHub: fromCallback<HubEvent, Line>(({ system, input, sendBack }) => {
      let hangUp: (() => void) | null = () => {}
      const onLost = () => sendBack({ type: 'connection.lost' })
      const listen = ({ heard }: Pick<ContentApi, 'heard'>) => {
        if (!hangUp) return
        hangUp = openHub({
          ...input,
          heard,
          onLost,
          onOpen: () => sendBack({ type: 'connection.opened' }),
          onMessage: (message) => sendBack({ type: 'message.received', ...message }),
        })
      }
      void servicesOf(system).loadApi().then(listen, onLost)
      return () => {
        hangUp?.()
        hangUp = null
      }
    }),
  },
})

const live = liveMachine.provide({
  actors: {
    connection,
    prepareUpdate: fromPromise<Staged[], { messages: Message[]; current: Iri[] }>(
      async ({ system, input, signal }) => {
        const { cache, readResource, gate } = servicesOf(system)
        const path = shownPath(system)
        const { orGone, prepareUpdate } = await import('./prepare-update.ts')
        return whileHere(system, signal, (here) =>
          prepareUpdate({
            ...input,
            read: cache.read,
            fetch: (request) => orGone(readResource(request, { path, signal: here })),
            isVisitor: !isSignedIn(system.get('auth').getSnapshot()),
            gate,
          }),
        )
      },
    ),
  },
  actions: {
    applyUpdate: ({ system }, { staged }) => {
      const { cache } = servicesOf(system)
      cache.save(
        staged.flatMap(({ item }) => (item ? [item] : [])),
        { path: shownPath(system) },
      )
      cache.remove(staged.flatMap(({ iri, item }) => (item ? [] : [iri])))
    },
  },
})

export const later: Later = { live, comfort }
