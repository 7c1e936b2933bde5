/** Provides the effects of the sessions and mails of accounts. Loaded with the screens of items. */
import { fromPromise } from 'xstate'
import type { PendingMail } from '#content/account/account-mails.ts'
import { type AccountSession, sessionsIn, sessionsIri } from '#content/account/account-sessions.ts'
import type { Iri } from '#content/model/iri.ts'
import { accountMailMachine } from '#machines/session/account-mail.ts'
import { accountSessionsMachine } from '#machines/session/account-sessions.ts'
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
