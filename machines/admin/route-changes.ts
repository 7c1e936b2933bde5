/** Waits until routes, or a page, are changed elsewhere, and until no more changes follow. */
import { setup } from 'xstate'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import type { HubMessage } from '#content/page/update-queue.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'

interface RouteChangesInput {
  /** The page, or the data of one. */
  owner: Iri
}

type RouteChangesEvent = { type: 'message.received' } & HubMessage

export const routeChangesMachine = setup({
  types: {} as {
    input: RouteChangesInput
    context: RouteChangesInput
    events: RouteChangesEvent
  },
  actors: { listener },
  guards: {
    // The message of a deletion names nothing but the route: which one it led to, or was below, is unknown.
    isAboutRoutes: ({ context: { owner } }, { data }: HubMessage) =>
      data['@id'] === owner || isIriOf('ROUTE', data['@id']),
  },
  delays: {
    /** Collects changes that are made together, such as those of all routes below another. */
    debounce: 250,
  },
}).createMachine({
  id: 'routeChanges',
  context: ({ input }) => input,
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
