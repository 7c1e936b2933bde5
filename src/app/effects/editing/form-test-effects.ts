/** Provides the effect of a form's test. */
import { fromPromise } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import { formTestMachine } from '#machines/editing/form-test.ts'
import { servicesOf } from '../../services/services.ts'
import { changesSettled, withSession } from '../session-effects.ts'

export const formTest = formTestMachine.provide({
  actors: {
    sendTest: fromPromise<void, { form: Iri }>(async ({ system, input: { form }, signal }) => {
      const { resources } = await servicesOf(system).loadApi()
      // The recipients may have been changed just before.
      await changesSettled(system, signal)
      const step = { method: 'POST', iri: `${form}/test`, body: {} } as const
      await withSession(system, () => resources.send(step, { signal }))
    }),
  },
})
