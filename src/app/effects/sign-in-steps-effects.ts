/** Provides the effect of the steps of signing in. Loaded with the screens of the app. */
import { fromCallback } from 'xstate'
import { twoFactorTokenOf } from '#content/account/two-factor.ts'
import { type AuthRef, selectFailure } from '#machines/session/auth.ts'
import { type SignInStepsEvent, signInStepsMachine } from '#machines/session/sign-in-steps.ts'

export const signInSteps = signInStepsMachine.provide({
  actors: {
    watchSignIn: fromCallback<SignInStepsEvent, undefined>(({ system, sendBack }) => {
      const authRef: AuthRef = system.get('auth')
      let last = selectFailure(authRef.getSnapshot())
      const { unsubscribe } = authRef.subscribe((snapshot) => {
        const failure = selectFailure(snapshot)
        if (failure === last) return
        last = failure
        const twoFactorToken = twoFactorTokenOf(failure)
        if (twoFactorToken !== null) sendBack({ type: 'code.needed', twoFactorToken })
        else if (failure?.status === 401) sendBack({ type: 'code.expired' })
      })
      return unsubscribe
    }),
  },
})
