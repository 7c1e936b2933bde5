/** Waits until routes, or the pages that have them, are changed elsewhere, and until no more changes follow. */
import { setup } from 'xstate'
import { iriTypeOf } from '#content/model/iri.ts'
import type { HubMessage } from '#content/page/update-queue.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'

type RouteChangesEvent = { type: 'message.received' } & HubMessage

export const routeChangesMachine = setup({
  types: {} as { events: RouteChangesEvent },
  actors: { listener },
  guards: {
    // A page below another is known by its parent. The message of a deletion does not name that, so that each page counts.
    isAboutRoutes: (_, { data }: HubMessage) =>
      ['ROUTE', 'PAGE', 'PAGE_DATA'].includes(iriTypeOf(data['@id']) ?? ''),
  },
  delays: {
    /** Collects changes that are made together, such as those of all routes below another. */
    debounce: 250,
  },
}).createMachine({
  id: 'routeChanges',
  invoke: listenTo<RouteChangesEvent>({ hubConnection: ['message.received'] }),
  initial: 'waiting',
  on: {
    'message.received': { guard: withEvent('isAboutRoutes'), target: '.settling' },
  },
  states: {
    waiting: {},
    settling: { after: { debounce: 'ended' } },
    ended: { type: 'final' },
  },
})
