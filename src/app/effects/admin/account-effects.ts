/** Provides the effects of the sessions, the second factor and the mails of accounts. Loaded with the screens of items. */
import { fromPromise } from 'xstate'
import type { PendingMail } from '#content/account/account-mails.ts'
import { type AccountSession, sessionsIn, sessionsIri } from '#content/account/account-sessions.ts'
import {
  type TwoFactorAnswer,
  type TwoFactorRequest,
  type TwoFactorStatus,
  twoFactorAnswerIn,
  twoFactorEndpoint,
  twoFactorIri,
  twoFactorStatusIn,
} from '#content/account/two-factor.ts'
import { locationOf, returnLocation, hrefOf } from '#content/navigation/location.ts'
import type { Iri } from '#content/model/iri.ts'
import { accountMailMachine } from '#machines/session/account-mail.ts'
import { accountSessionsMachine } from '#machines/session/account-sessions.ts'
import { twoFactorMachine } from '#machines/session/two-factor.ts'
import { servicesOf } from '../../services/services.ts'
import { renewSession, withSession } from '../session-effects.ts'

export const accountSessions = accountSessionsMachine.provide({
  actors: {
    readSessions: fromPromise<AccountSession[] | null, { account: Iri }>(
      async ({ system, input: { account }, signal }) => {
        const { client, isEmbedded } = await servicesOf(system).loadApi()
        if (!isEmbedded) return null
        const read = () => client.get(sessionsIri(account), { signal })
        return sessionsIn((await withSession(system, read)).body)
      },
    ),
    endSessions: fromPromise<void, { iri: Iri }>(async ({ system, input: { iri }, signal }) => {
      const { client } = await servicesOf(system).loadApi()
      await withSession(system, () => client.send('DELETE', iri, undefined, { signal }))
    }),
    renewSession,
  },
})

export const accountMail = accountMailMachine.provide({
  actors: {
    sendMail: fromPromise<void, { request: PendingMail['request'] }>(
      async ({ system, input: { request }, signal }) => {
        const { client } = await servicesOf(system).loadApi()
        const { method, iri } = request
        // It is never repeated by itself: each mail is sent once.
        await withSession(system, () =>
          method === 'GET'
            ? client.get(iri, { signal, retry: false })
            : client.send(method, iri, {}, { signal }),
        )
      },
    ),
    renewSession,
  },
})

export const twoFactor = twoFactorMachine.provide({
  actors: {
    readTwoFactor: fromPromise<TwoFactorStatus | null, { account: Iri }>(
      async ({ system, input: { account }, signal }) => {
        const { client, isEmbedded } = await servicesOf(system).loadApi()
        if (!isEmbedded) return null
        const read = () => client.get(twoFactorIri(account), { signal })
        return twoFactorStatusIn((await withSession(system, read)).body)
      },
    ),
    changeTwoFactor: fromPromise<TwoFactorAnswer, { account: Iri; request: TwoFactorRequest }>(
      async ({ system, input: { account, request }, signal }) => {
        const { client } = await servicesOf(system).loadApi()
        const { method, iri } = twoFactorEndpoint(account, request)
        const body = method === 'DELETE' ? undefined : request.body
        const send = () => client.send(method, iri, body, { signal })
        return twoFactorAnswerIn((await withSession(system, send)).body)
      },
    ),
    renewSession,
  },
  // The document is loaded again, because the roles of the user, and with them the editor, are back.
  actions: { openSite: () => location.assign(hrefOf(returnLocation(locationOf(location.href)))) },
})
