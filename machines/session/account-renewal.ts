/**
 * Runs the actor that offers signing in again for somebody without the editor, which has it otherwise: on the screens of an
 * ordinary account.
 */
import { type SnapshotFrom, setup } from 'xstate'
import type { User } from '#content/model/resource.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { withEvent } from '../with-event.ts'
import { hasAdminRole } from './auth.ts'
import { screenRenewalMachine } from './screen-renewal.ts'

type AccountRenewalEvent = { type: 'session.started'; user: User }

export const accountRenewalMachine = setup({
  types: {} as {
    events: AccountRenewalEvent
    children: { screenRenewal: 'screenRenewal' }
  },
  actors: { screenRenewal: screenRenewalMachine, listener },
  guards: { isAdmin: (_, { user }: AccountRenewalEvent) => hasAdminRole(user) },
  delays: {
    /** The actor of a screen that is left ends after this one is made, and only one can have the id. */
    startDelay: 0,
  },
}).createMachine({
  id: 'accountRenewal',
  meta: { guards: { isAdmin: 'Somebody who may edit has signed in.' } },
  invoke: listenTo<AccountRenewalEvent>({ auth: ['session.started'] }),
  // The editor, which is loaded then, has it.
  on: { 'session.started': { guard: withEvent('isAdmin'), target: '.ended' } },
  initial: 'waiting',
  states: {
    waiting: {
      description: 'The screen has just been opened.',
      after: { startDelay: 'running' },
    },
    running: {
      description: 'Signing in again can be offered.',
      // By this id, the requests of screens find it.
      invoke: { id: 'screenRenewal', systemId: 'screenRenewal', src: 'screenRenewal' },
    },
    ended: { description: 'The editor offers signing in again.', type: 'final' },
  },
})

type Snapshot = SnapshotFrom<typeof accountRenewalMachine>
export const selectScreenRenewalRef = ({ children }: Snapshot) => children.screenRenewal
