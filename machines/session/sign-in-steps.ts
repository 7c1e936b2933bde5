/** Asks for the password, and for a code once the server wants one: an account may have a second factor. */
import { type ActorRefFrom, type SnapshotFrom, assign, setup } from 'xstate'
import { callbackEffect } from '../declare-effects.ts'
import { withEvent } from '../with-event.ts'

interface SignInStepsInput {
  /** The token of a sign-in without scripts whose password was right; null for none. */
  twoFactorToken: string | null
}

export type SignInStepsEvent =
  /** The password was right, and the code is to be sent with this token. */
  | { type: 'code.needed'; twoFactorToken: string }
  /** The server has forgotten the token, after too long or too many wrong codes. */
  | { type: 'code.expired' }
  | { type: 'signIn.restarted' }

export const signInStepsMachine = setup({
  types: {} as { input: SignInStepsInput; context: SignInStepsInput; events: SignInStepsEvent },
  actors: {
    /** Reports what the server has answered. */
    watchSignIn: callbackEffect<SignInStepsEvent>(),
  },
  actions: {
    setToken: assign((_, { twoFactorToken }: { twoFactorToken: string }) => ({ twoFactorToken })),
    clearToken: assign({ twoFactorToken: null }),
  },
  guards: { hasToken: ({ context }) => context.twoFactorToken !== null },
}).createMachine({
  id: 'signInSteps',
  meta: {
    guards: {
      hasToken: 'The password was accepted, and a code is needed.',
    },
  },
  context: ({ input }) => input,
  // Without the watch, the code cannot be asked for, and the refusal says what is missing.
  invoke: { id: 'watchSignIn', src: 'watchSignIn', onError: {} },
  initial: 'opening',
  on: { 'code.needed': { target: '.askingForCode', actions: withEvent('setToken') } },
  states: {
    opening: {
      description: 'Looks whether the password was accepted already, and a code is needed.',
      always: [{ guard: 'hasToken', target: 'askingForCode' }, 'askingForPassword'],
    },
    askingForPassword: { description: 'The user enters name and password.', entry: 'clearToken' },
    askingForCode: {
      description: 'The password was right, and the user enters the code of the second factor.',
      on: { 'code.expired': 'askingForPassword', 'signIn.restarted': 'askingForPassword' },
    },
  },
})

export type SignInStepsRef = ActorRefFrom<typeof signInStepsMachine>
type Snapshot = SnapshotFrom<typeof signInStepsMachine>
/** Returns the token that the code is sent with; null while the password is asked for. */
export const selectTwoFactorToken = (snapshot: Snapshot) => snapshot.context.twoFactorToken
