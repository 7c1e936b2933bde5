/**
 * Waits until routes, or the pages that have them, are changed elsewhere, and until no more changes follow; or until the
 * deletion of a route is undone.
 */
import { type SnapshotFrom, assign, setup } from 'xstate'
import type { UndoableChange } from '#content/admin/bulk-change.ts'
import { iriTypeOf } from '#content/model/iri.ts'
import type { HubMessage } from '#content/page/update-queue.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'
import { routeUndoMachine } from './route-undo.ts'

type RouteChangesEvent = { type: 'message.received' } & HubMessage

interface RouteChangesContext {
  /** The deletion that can be undone; null once it is. */
  undoable: UndoableChange | null
}

export const routeChangesMachine = setup({
  types: {} as {
    input: RouteChangesContext
    context: RouteChangesContext
    events: RouteChangesEvent
    output: UndoableChange | null
    children: { routeUndo: 'routeUndo' }
  },
  actors: { listener, routeUndo: routeUndoMachine },
  actions: { clearUndoable: assign({ undoable: null }) },
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
  meta: {
    guards: {
      isAboutRoutes: 'The message is about a route or a page.',
    },
  },
  context: ({ input }) => input,
  output: ({ context }) => context.undoable,
  invoke: [
    listenTo<RouteChangesEvent>({ hubConnection: ['message.received'] }),
    {
      id: 'routeUndo',
      src: 'routeUndo',
      input: ({ context: { undoable } }) => ({ undoable }),
      onDone: { target: '.ended', actions: 'clearUndoable' },
    },
  ],
  initial: 'waiting',
  on: {
    'message.received': { guard: withEvent('isAboutRoutes'), target: '.settling' },
  },
  states: {
    waiting: { description: 'Nobody has changed routes.' },
    settling: {
      description: 'Routes were changed; waits for further changes.',
      after: { debounce: 'ended' },
    },
    ended: { description: 'The routes have to be read again.', type: 'final' },
  },
})

type Snapshot = SnapshotFrom<typeof routeChangesMachine>
export const selectRouteUndoRef = ({ children }: Snapshot) => children.routeUndo
