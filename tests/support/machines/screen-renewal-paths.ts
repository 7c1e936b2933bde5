import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { locationOf } from '#content/navigation/location.ts'
import { screenRenewalMachine } from '#machines/session/screen-renewal.ts'
import { admin } from '../content/sample-resources.ts'
import { pathsOf } from '#charts/paths/paths.ts'
import { checkOf, eva } from './session-renewal-paths.ts'

/** The paths of the renewal of a session on a screen. */
export const screenRenewalPaths = pathsOf(screenRenewalMachine, {
  input: undefined,
  events: [
    { type: 'renewal.requested', isBackground: false },
    { type: 'signIn.requested' },
    { type: 'proof.submitted', proof: { password: 'secret' } },
    { type: 'renewal.canceled' },
    { type: 'window.focused' },
    { type: 'location.committed', location: locationOf('/blog') },
    { type: 'xstate.done.actor.readSession', output: checkOf(admin) },
    { type: 'xstate.done.actor.readSession', output: checkOf(eva) },
    { type: 'xstate.error.actor.readSession', error: new Failure('offline') },
    { type: 'xstate.done.actor.signIn', output: checkOf(admin) },
    { type: 'xstate.done.actor.signIn', output: checkOf(eva) },
    { type: 'xstate.error.actor.signIn', error: failureFromStatus(401) },
  ],
})
