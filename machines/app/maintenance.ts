/** Knows whether the site is closed to visitors, for those who edit it meanwhile. */
import { type ActorRefFrom, type SnapshotFrom, setup } from 'xstate'
import type { HubMessage } from '#content/page/update-queue.ts'
import { maintenanceModeIn } from '#content/settings/maintenance.ts'
import { listenTo, listener } from '../actor-listener.ts'
import type { EmittedBy } from '../emitted-events.ts'
import { withEvent } from '../with-event.ts'

interface MaintenanceInput {
  /** True if the site was closed when the document was loaded. */
  isEnabled: boolean
}

type MaintenanceEvent = Extract<EmittedBy<'hubConnection'>, { type: 'message.received' }>

export const maintenanceMachine = setup({
  types: {} as { input: MaintenanceInput; context: MaintenanceInput; events: MaintenanceEvent },
  actors: { listener },
  guards: {
    isEnabled: ({ context }) => context.isEnabled,
    isTurnedOn: (_, message: HubMessage) => maintenanceModeIn(message) === true,
    isTurnedOff: (_, message: HubMessage) => maintenanceModeIn(message) === false,
  },
}).createMachine({
  id: 'maintenance',
  meta: {
    guards: {
      isEnabled: 'The site was closed when the editor started.',
      isTurnedOn: 'The message says that the site was closed to visitors.',
      isTurnedOff: 'The message says that the site was opened to visitors.',
    },
  },
  context: ({ input }) => input,
  invoke: listenTo<MaintenanceEvent>({ hubConnection: ['message.received'] }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Looks whether the site was closed when the editor started.',
      always: [{ guard: 'isEnabled', target: 'closed' }, { target: 'open' }],
    },
    open: {
      description: 'Visitors can see the site.',
      on: { 'message.received': { guard: withEvent('isTurnedOn'), target: 'closed' } },
    },
    closed: {
      description: 'Visitors see that the site is being worked on.',
      on: { 'message.received': { guard: withEvent('isTurnedOff'), target: 'open' } },
    },
  },
})

export type MaintenanceRef = ActorRefFrom<typeof maintenanceMachine>
type Snapshot = SnapshotFrom<typeof maintenanceMachine>
export const isClosed = (snapshot: Snapshot) => snapshot.matches('closed')
