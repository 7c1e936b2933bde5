/** Provides the effects of the test mail. Loaded with the screen of the settings. */
import { fromPromise } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import { type TestMailResult, testMailsEndpoint } from '#content/settings/test-mail.ts'
import { testMailMachine } from '#machines/admin/test-mail.ts'
import { servicesOf } from '../../services/services.ts'
import { editingAccount, renewSession, withSession } from '../session-effects.ts'

const notOffered = 'The API of this site sends no test mails.'

export const testMail = testMailMachine.provide({
  actors: {
    sendTestMail: fromPromise<TestMailResult, undefined>(async ({ system, signal }) => {
      const { client, isEmbedded } = await servicesOf(system).loadApi()
      if (!isEmbedded) throw new Failure('notFound', { message: notOffered })
      const headers = { account: editingAccount(system)['@id'] }
      const { body } = await withSession(system, () =>
        client.send('POST', testMailsEndpoint, {}, { signal, headers }),
      )
      return body as TestMailResult
    }),
    renewSession,
  },
})
