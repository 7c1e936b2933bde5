/**
 * Runs the actor that offers signing in again for somebody without the editor, which has it otherwise: on the screens of an
 * ordinary account.
 */
import { type SnapshotFrom, setup } from 'xstate'
import { screenRenewalMachine } from './screen-renewal.ts'

export const accountRenewalMachine = setup({
  types: {} as { children: { screenRenewal: 'screenRenewal' } },
  actors: { screenRenewal: screenRenewalMachine },
}).createMachine({
  id: 'accountRenewal',
  // By this id, the requests of screens find it.
  invoke: { id: 'screenRenewal', systemId: 'screenRenewal', src: 'screenRenewal' },
  initial: 'running',
  states: { running: { description: 'Signing in again can be offered.' } },
})

type Snapshot = SnapshotFrom<typeof accountRenewalMachine>
export const selectScreenRenewalRef = ({ children }: Snapshot) => children.screenRenewal
