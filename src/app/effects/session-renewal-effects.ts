/** Provides the effects of the actor that renews the session while a page is edited. Loaded with the editor. */
import { fromCallback } from 'xstate'
import {
  type SessionRenewalEvent,
  sessionRenewalMachine,
} from '#machines/session/session-renewal.ts'
import { isDialogOpen } from '#src/editor/dom/is-dialog-open.ts'
import { isTypingIn } from '#src/editor/hooks/use-shortcut-keys.ts'
import { readSession, signIn, watchWindow } from './sign-in-again-effects.ts'

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
