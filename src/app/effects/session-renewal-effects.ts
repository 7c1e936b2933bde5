/** Provides the effects of the actors that renew the session. Loaded with the editor. */
import { fromCallback, fromPromise } from 'xstate'
import type { RenewalProof, SessionCheck } from '#content/model/session.ts'
import { type ScreenRenewalEvent, screenRenewalMachine } from '#machines/session/screen-renewal.ts'
import {
  type SessionRenewalEvent,
  sessionRenewalMachine,
} from '#machines/session/session-renewal.ts'
import { isDialogOpen } from '#src/editor/dom/is-dialog-open.ts'
import { isTypingIn } from '#src/editor/hooks/use-shortcut-keys.ts'
import { servicesOf } from '../services/services.ts'
import { editingAccount } from './session-effects.ts'

const readSession = fromPromise<SessionCheck, undefined>(async ({ system, signal }) => {
  const { auth } = await servicesOf(system).loadApi()
  return { account: editingAccount(system), current: await auth.readSession(signal) }
})

/** Only the API is called: a sign-in that `auth` reports would load the editor and the page again. */
const signIn = fromPromise<SessionCheck, { proof: RenewalProof }>(
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

const watchWindow = ({ sendBack }: { sendBack: (event: { type: 'window.focused' }) => void }) => {
  const controller = new AbortController()
  const { signal } = controller
  window.addEventListener('focus', () => sendBack({ type: 'window.focused' }), { signal })
  return () => controller.abort()
}

export const screenRenewal = screenRenewalMachine.provide({
  actors: {
    readSession,
    signIn,
    watchWindow: fromCallback<ScreenRenewalEvent, undefined>(watchWindow),
  },
})

export const sessionRenewal = sessionRenewalMachine.provide({
  actors: {
    readSession,
    signIn,
    watchWindow: fromCallback<SessionRenewalEvent, undefined>(watchWindow),
    watchFocus: fromCallback<SessionRenewalEvent, undefined>(({ sendBack }) => {
      const controller = new AbortController()
      const report = () => {
        // A dialog would cover the notice.
        if (!isTypingIn(document.activeElement) || isDialogOpen()) sendBack({ type: 'text.left' })
      }
      report()
      // A press that moves the focus does what it is for first.
      for (const gesture of ['click', 'keyup'])
        window.addEventListener(gesture, () => setTimeout(report), { signal: controller.signal })
      return () => controller.abort()
    }),
  },
})
