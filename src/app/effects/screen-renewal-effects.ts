/** Provides the effects of the actor that renews the session on screens. */
import { fromCallback } from 'xstate'
import { accountRenewalMachine } from '#machines/session/account-renewal.ts'
import { type ScreenRenewalEvent, screenRenewalMachine } from '#machines/session/screen-renewal.ts'
import { readSession, signIn, watchWindow } from './sign-in-again-effects.ts'

export const screenRenewal = screenRenewalMachine.provide({
  actors: {
    readSession,
    signIn,
    watchWindow: fromCallback<ScreenRenewalEvent, undefined>(watchWindow),
  },
})

/** The same for somebody without the editor. */
export const accountRenewal = accountRenewalMachine.provide({ actors: { screenRenewal } })
