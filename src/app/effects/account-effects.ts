/** Provides the effects of the account screens. Loaded with the first screen of the app. */
import { fromPromise } from 'xstate'
import type { AccountLink } from '#content/account/account-link.ts'
import {
  confirmationPath,
  passwordErrorsIn,
  passwordResetBody,
  passwordResetForm,
  resendPath,
  resetRequestPath,
} from '#content/account/account-requests.ts'
import type { NewPassword } from '#content/account/new-password.ts'
import { type SetupAnswers, setupPath } from '#content/account/site-setup.ts'
import { isObject } from '#content/is-object.ts'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import { emailConfirmationMachine } from '#machines/session/email-confirmation.ts'
import { passwordResetRequestMachine } from '#machines/session/password-reset-request.ts'
import { passwordResetMachine } from '#machines/session/password-reset.ts'
import { siteSetupMachine } from '#machines/session/site-setup.ts'
import { type ActorSystem, servicesOf } from '../services/services.ts'

interface Request {
  system: ActorSystem
  signal: AbortSignal
}

/** Sends a request that is never repeated: each mail is sent once, and a token is valid once. */
const sendOnce = async ({ system, signal }: Request, path: Iri) => {
  const { client } = await servicesOf(system).loadApi()
  await client.get(path, { signal, retry: false })
}

/** Has a mail sent. That there is no such account is not told. */
const sendMail = (request: Request, path: Iri) =>
  sendOnce(request, path).catch((error: unknown) => {
    if (Failure.from(error).kind !== 'notFound') throw error
  })

export const passwordResetRequest = passwordResetRequestMachine.provide({
  actors: {
    requestReset: fromPromise<void, { username: string }>(({ input, ...request }) =>
      sendMail(request, resetRequestPath(input.username)),
    ),
  },
})

export const passwordReset = passwordResetMachine.provide({
  actors: {
    resetPassword: fromPromise<readonly string[], { link: AccountLink; password: NewPassword }>(
      async ({ system, input: { link, password }, signal }) => {
        const { forms } = await servicesOf(system).loadApi()
        const body = passwordResetBody(link, password)
        const { accepted, view } = await forms.submit(passwordResetForm, body, signal)
        return accepted || !view ? [] : passwordErrorsIn(view)
      },
    ),
  },
})

export const emailConfirmation = emailConfirmationMachine.provide({
  actors: {
    confirmEmail: fromPromise<void, { link: AccountLink }>(({ input, ...request }) =>
      sendOnce(request, confirmationPath(input.link)),
    ),
    resendMail: fromPromise<void, { link: AccountLink }>(({ input, ...request }) =>
      sendMail(request, resendPath(input.link)),
    ),
  },
})

export const siteSetup = siteSetupMachine.provide({
  actors: {
    readSetup: fromPromise<{ username: string }, { token: string }>(
      async ({ system, input: { token }, signal }) => {
        const { client } = await servicesOf(system).loadApi()
        const { body } = await client.get(setupPath(token), { signal })
        return { username: isObject(body) ? String(body['username']) : '' }
      },
    ),
    sendSetup: fromPromise<void, { token: string; answers: SetupAnswers }>(
      async ({ system, input: { token, answers }, signal }) => {
        const { client } = await servicesOf(system).loadApi()
        await client.send('POST', setupPath(token), answers, { signal })
      },
    ),
  },
  actions: { openSite: () => location.assign('/') },
})
