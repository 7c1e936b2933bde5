/** Provides the effects that both actors have which renew the session. */
import { fromPromise } from 'xstate'
import type { RenewalProof, SessionCheck } from '#content/model/session.ts'
import { servicesOf } from '../services/services.ts'
import { editingAccount } from './session-effects.ts'

export const readSession = fromPromise<SessionCheck, undefined>(async ({ system, signal }) => {
  const { auth } = await servicesOf(system).loadApi()
  return { account: editingAccount(system), current: await auth.readSession(signal) }
})

/** Only the API is called: a sign-in that `auth` reports would load the editor and the page again. */
export const signIn = fromPromise<SessionCheck, { proof: RenewalProof }>(
  async ({ system, input: { proof } }) => {
    const { auth } = await servicesOf(system).loadApi()
    const account = editingAccount(system)
    const { username } = account
    return {
      account,
      current: await auth.signIn('code' in proof ? proof : { username, ...proof }),
    }
  },
)

export const watchWindow = ({
  sendBack,
}: {
  sendBack: (event: { type: 'window.focused' }) => void
}) => {
  const controller = new AbortController()
  const { signal } = controller
  window.addEventListener('focus', () => sendBack({ type: 'window.focused' }), { signal })
  return () => controller.abort()
}
