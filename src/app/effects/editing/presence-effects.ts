/** Provides the effects that tell other editors where this tab is. */
import { fromCallback, fromPromise } from 'xstate'
import { type Iri, NEW_POSITION, NEW_RESOURCE } from '#content/model/iri.ts'
import { liveOf } from '#content/model/component-versions.ts'
import { isContentPath } from '#content/navigation/path-patterns.ts'
import type { Presence, Whereabouts } from '#content/presence/presence.ts'
import type { AuthRef } from '#machines/session/auth.ts'
import { createPresenceRequests } from '#src/api/presences.ts'
import { newId } from '#src/ui/new-id.ts'
import { type TabEvent, presenceMachine } from '#machines/live/presence.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { editingAccount, withSession } from '../session-effects.ts'
import { locationPath } from '../shared.ts'

/** The id of this tab, another one each time that it is loaded. */
const tabId = newId()

const requestsOf = async (system: ActorSystem) =>
  createPresenceRequests(await servicesOf(system).loadApi(), tabId)

/** Returns the IRI by which others know the selected resource: they may not have its draft yet. */
const sharedIriOf = (system: ActorSystem, iri: Iri | null) =>
  iri === null || iri === NEW_RESOURCE || iri === NEW_POSITION
    ? undefined
    : (liveOf(iri, servicesOf(system).cache.read) ?? iri)

export const presence = presenceMachine.provide({
  actors: {
    announcePresence: fromPromise<Presence[] | null, Whereabouts>(
      async ({ system, input, signal }) => {
        const path = locationPath(system)
        if (!isContentPath(path)) return []
        const resource = sharedIriOf(system, input.resource)
        const { isTyping } = input
        const whereabouts = { path, isTyping, ...(resource !== undefined && { resource }) }
        const account = editingAccount(system)['@id']
        const { announce } = await requestsOf(system)
        return withSession(system, () => announce(whereabouts, { account, signal }))
      },
    ),
    watchTab: fromCallback<TabEvent, undefined>(({ sendBack }) => {
      const controller = new AbortController()
      const { signal } = controller
      window.addEventListener('input', () => sendBack({ type: 'text.typed' }), { signal })
      const reportVisibility = () =>
        sendBack({ type: document.hidden ? 'tab.hidden' : 'tab.shown' })
      document.addEventListener('visibilitychange', reportVisibility, { signal })
      return () => controller.abort()
    }),
    leaveOnStop: fromCallback<TabEvent, undefined>(({ system }) => {
      const account = editingAccount(system)['@id']
      const leave = () => {
        const authRef: AuthRef = system.get('auth')
        requestsOf(system)
          // A presence ends with its session, which may be ending now.
          .then((tab) =>
            authRef.getSnapshot().matches('signedIn') ? tab.leave({ account }) : undefined,
          )
          // Otherwise the lease ends soon.
          .catch(() => {})
      }
      addEventListener('pagehide', leave)
      return () => {
        removeEventListener('pagehide', leave)
        leave()
      }
    }),
  },
})
