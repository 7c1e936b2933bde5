/** Messages for requests that are refused with 401; the server's own are meant for programs. */
import { challengeEnded } from '../account/two-factor.ts'
import { type Failure, failureFromStatus } from './failure.ts'

const messages = {
  read: 'Sign in to see this.',
  save: 'You are signed out. Sign in again to save your changes.',
  leave: 'You are signed out. Sign in again to see this page. What you have typed is kept.',
}

/**
 * Returns the message of a 401 for a person who wanted to read, to save, or to leave for another page while editing.
 */
export const signedOutMessage = (wanted: keyof typeof messages) => messages[wanted]

/** Returns the failure of a request that is not even sent, because the session is known to have ended. */
export const signedOutFailure = () => failureFromStatus(401, { message: signedOutMessage('save') })

/** Returns the reason why signing in again has failed, for a user who has only entered a password or a code. */
export const signInProblem = ({ kind, status, message }: Failure) => {
  if (status === 401)
    return message === challengeEnded ? message : 'This is not the right password.'
  // The client has written these messages for users, and the server that of a wrong code.
  if (kind === 'offline' || status === 422 || status === 429 || status === undefined) return message
  return 'Signing in does not work right now. Try again in a moment.'
}
