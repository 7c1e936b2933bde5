/** Provides the effects of renewing the session, and what other effects need of it. Never loaded with the first page. */
import { fromPromise } from 'xstate'
import { signedOutFailure } from '#content/model/signed-out.ts'
import type { RenewalOutcome, SessionRenewalRef } from '#machines/session/session-renewal.ts'
import type { ActorSystem } from '../services/services.ts'

/** Returns the actor that renews the session; undefined where the editor is not loaded. Its code is in the editor. */
const sessionRenewalOf = (system: ActorSystem): SessionRenewalRef | undefined =>
  system.get('sessionRenewal')

/** Asks for a session in place of the one that has ended, and resolves once somebody has answered. */
export const renewSession = fromPromise<RenewalOutcome, { isBackground: boolean }>(
  ({ system, input, signal }) =>
    new Promise((resolve) => {
      const sessionRenewalRef = sessionRenewalOf(system)
      if (!sessionRenewalRef || sessionRenewalRef.getSnapshot().matches('viewing'))
        return resolve('unavailable')
      const subscriptions = [
        sessionRenewalRef.on('session.renewed', () => settle('renewed')),
        sessionRenewalRef.on('renewal.declined', () => settle('declined')),
      ]
      const unsubscribe = () => {
        for (const subscription of subscriptions) subscription.unsubscribe()
      }
      const settle = (outcome: RenewalOutcome) => {
        unsubscribe()
        resolve(outcome)
      }
      signal.addEventListener('abort', unsubscribe)
      sessionRenewalRef.send({ type: 'renewal.requested', ...input })
    }),
)

/**
 * Sends a request, unless the session is known to have ended: as a visitor, it would be refused or answered without
 * drafts, or it would be sent in the name of somebody else who has signed in meanwhile.
 */
export const withSession = async <Result>(
  system: ActorSystem,
  send: () => Promise<Result>,
): Promise<Result> => {
  if (sessionRenewalOf(system)?.getSnapshot().hasTag('ended')) throw signedOutFailure()
  return send()
}
