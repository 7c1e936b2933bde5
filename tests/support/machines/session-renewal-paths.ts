import { type SessionCheck } from '#content/model/session.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { sessionRenewalMachine } from '#machines/session/session-renewal.ts'
import { admin } from '../content/sample-resources.ts'
import { pathsOf } from '#charts/paths/paths.ts'

/** A user who is not the one that edits. */
export const eva = { ...admin, '@id': '/users/eva', username: 'eva' }

/** Returns the session of the admin who edits, in a browser that is signed in as `current` by now. */
export const checkOf = (current: SessionCheck['current']): SessionCheck => ({
  account: admin,
  current,
})

/** The paths of the renewal of a session. */
export const sessionRenewalPaths = pathsOf(sessionRenewalMachine, {
  input: undefined,
  events: [
    { type: 'edit.entered' },
    { type: 'edit.exited' },
    { type: 'renewal.requested', isBackground: true },
    { type: 'renewal.requested', isBackground: false },
    { type: 'signIn.requested' },
    { type: 'proof.submitted', proof: { password: 'secret' } },
    { type: 'renewal.canceled' },
    { type: 'window.focused' },
    { type: 'text.left' },
    { type: 'save.requested' },
    { type: 'xstate.done.actor.readSession', output: checkOf(admin) },
    { type: 'xstate.done.actor.readSession', output: checkOf(null) },
    { type: 'xstate.error.actor.readSession', error: new Failure('offline') },
    { type: 'xstate.done.actor.signIn', output: checkOf(admin) },
    { type: 'xstate.done.actor.signIn', output: checkOf(eva) },
    { type: 'xstate.error.actor.signIn', error: failureFromStatus(401) },
  ],
})
