/** Provides the effects of the screen of submissions. Loaded with it. */
import { fromPromise } from 'xstate'
import {
  type SubmissionList,
  formSubmissionsEndpoint,
  submissionListOf,
  submissionQuery,
  submissionsPerPage,
} from '#content/forms/form-submission.ts'
import type { Iri } from '#content/model/iri.ts'
import { submissionsMachine } from '#machines/admin/submissions.ts'
import { servicesOf } from '../../services/services.ts'
import { renewSession, withSession } from '../session-effects.ts'

export const submissions = submissionsMachine.provide({
  actors: {
    readSubmissions: fromPromise<SubmissionList, { search: string }>(
      async ({ system, input: { search }, signal }) => {
        const { resources } = await servicesOf(system).loadApi()
        const query = { ...submissionQuery(search), perPage: `${submissionsPerPage}` }
        const list = () => resources.list(formSubmissionsEndpoint, { query, signal })
        return submissionListOf(await withSession(system, list))
      },
    ),
    sendTest: fromPromise<void, { form: Iri }>(async ({ system, input: { form }, signal }) => {
      const { resources } = await servicesOf(system).loadApi()
      const step = { method: 'POST', iri: `${form}/test`, body: {} } as const
      await withSession(system, () => resources.send(step, { signal }))
    }),
    deleteSubmission: fromPromise<void, { iri: Iri }>(
      async ({ system, input: { iri }, signal }) => {
        const { resources } = await servicesOf(system).loadApi()
        await withSession(system, () => resources.send({ method: 'DELETE', iri }, { signal }))
      },
    ),
    renewSession,
  },
})
