/** The inputs and events by which the machines of the account screens are walked, alone and through their screens. */
import type { AccountAttempt } from '#content/account/account-attempt.ts'
import type { AccountLink } from '#content/account/account-link.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'

const attemptOf = (failure: AccountAttempt['failure'], rest: Partial<AccountAttempt> = {}) => ({
  username: 'ada',
  errors: [],
  isResend: false,
  ...rest,
  failure,
})
const refused = (status: number) => ({ status, message: `Refused with ${status}.` })

const link: AccountLink = { username: 'ada', token: 'a-token' }
const newEmailLink: AccountLink = { ...link, newEmail: 'ada@example.org' }
const password = { first: 'a long password', second: 'a long password' }

const messageOf = ({ failure }: { failure: { message: string } | null }) => failure?.message ?? null

export const passwordResetRequest = {
  inputs: [{}, { attempt: attemptOf(null) }, { attempt: attemptOf(refused(429)) }],
  events: [
    { type: 'reset.requested', username: 'ada' },
    { type: 'xstate.done.actor.requestReset', output: undefined },
    { type: 'xstate.error.actor.requestReset', error: new Failure('offline') },
  ],
  distinguishBy: messageOf,
} as const

export const passwordReset = {
  inputs: [
    { link },
    { link, attempt: attemptOf(null) },
    { link, attempt: attemptOf(refused(404)) },
    { link, attempt: attemptOf(refused(422), { errors: ['Use at least 6 characters.'] }) },
  ],
  events: [
    { type: 'password.submitted', password },
    { type: 'password.submitted', password: { ...password, second: 'another one' } },
    { type: 'password.changed' },
    { type: 'xstate.done.actor.resetPassword', output: [] },
    { type: 'xstate.done.actor.resetPassword', output: ['Use at least 6 characters.'] },
    { type: 'xstate.error.actor.resetPassword', error: failureFromStatus(404) },
    { type: 'xstate.error.actor.resetPassword', error: new Failure('offline') },
  ],
  distinguishBy: ({
    errors,
    ...context
  }: {
    errors: readonly string[]
    failure: Failure | null
  }) => [messageOf(context), errors],
} as const

export const emailConfirmation = {
  inputs: [
    { link },
    { link: newEmailLink },
    { link, attempt: attemptOf(null) },
    { link, attempt: attemptOf(refused(401)) },
    { link, attempt: attemptOf(refused(404)) },
    { link, attempt: attemptOf(refused(500)) },
    { link, attempt: attemptOf(null, { isResend: true }) },
    { link, attempt: attemptOf(refused(429), { isResend: true }) },
  ],
  events: [
    { type: 'retry.requested' },
    { type: 'resend.requested' },
    { type: 'xstate.done.actor.confirmEmail', output: undefined },
    { type: 'xstate.error.actor.confirmEmail', error: failureFromStatus(401) },
    { type: 'xstate.error.actor.confirmEmail', error: failureFromStatus(404) },
    { type: 'xstate.error.actor.confirmEmail', error: new Failure('offline') },
    { type: 'xstate.done.actor.resendMail', output: undefined },
    { type: 'xstate.error.actor.resendMail', error: new Failure('offline') },
  ],
  distinguishBy: messageOf,
} as const

export const signInSteps = {
  inputs: [{ twoFactorToken: null }, { twoFactorToken: 'a-token' }],
  events: [
    { type: 'code.needed', twoFactorToken: 'a-token' },
    { type: 'code.expired' },
    { type: 'signIn.restarted' },
  ],
} as const

const key = { secret: 'ABCDEFGH', uri: 'otpauth://totp/Site:ada?secret=ABCDEFGH' }
const answer = { key: null, recoveryCodes: [] }
const codeRefused = failureFromStatus(422, {
  violations: [{ propertyPath: 'code', message: 'This code is not right.' }],
})
const account = '/users/1'

export const twoFactor = {
  inputs: [
    { account, isRequired: false },
    { account, isRequired: true },
  ],
  events: [
    { type: 'change.requested', request: { action: 'begin', body: {} } },
    { type: 'proof.requested', action: 'removal' },
    { type: 'proof.submitted', body: {} },
    { type: 'removal.requested' },
    { type: 'change.canceled' },
    { type: 'codes.kept' },
    { type: 'retry.requested' },
    { type: 'xstate.done.actor.readTwoFactor', output: { isOn: true, recoveryCodesLeft: 3 } },
    { type: 'xstate.done.actor.readTwoFactor', output: { isOn: false, recoveryCodesLeft: 0 } },
    { type: 'xstate.done.actor.readTwoFactor', output: null },
    { type: 'xstate.error.actor.readTwoFactor', error: new Failure('offline') },
    { type: 'xstate.error.actor.readTwoFactor', error: failureFromStatus(401) },
    { type: 'xstate.done.actor.changeTwoFactor', output: { ...answer, key } },
    {
      type: 'xstate.done.actor.changeTwoFactor',
      output: { ...answer, recoveryCodes: ['aaaa-bbbb-cccc-dddd'] },
    },
    { type: 'xstate.done.actor.changeTwoFactor', output: answer },
    { type: 'xstate.error.actor.changeTwoFactor', error: codeRefused },
    { type: 'xstate.error.actor.changeTwoFactor', error: failureFromStatus(401) },
    { type: 'xstate.done.actor.renewSession', output: 'renewed' },
    { type: 'xstate.done.actor.renewSession', output: 'declined' },
    { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
  ],
  // A refusal leads back to the form that was sent.
  distinguishBy: ({
    status,
    key: shownKey,
    request,
  }: {
    status: object | null
    key: object | null
    request: { action: string } | null
  }) => [status === null, shownKey === null, request?.action],
} as const
