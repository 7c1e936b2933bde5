/** Provides the effects of forms. Loaded with the first page that has one. */
import { fromPromise } from 'xstate'
import { collectErrors, fieldErrors } from '#content/forms/form-errors.ts'
import type { SubmitResult } from '#content/forms/form.ts'
import type { Iri } from '#content/model/iri.ts'
import { formMachine } from '#machines/page/form.ts'
import { type FieldCheck, formFieldMachine } from '#machines/page/form-field.ts'
import { servicesOf } from '../services/services.ts'

const formField = formFieldMachine.provide({
  actors: {
    checkField: fromPromise<readonly string[], FieldCheck>(
      async ({ system, input: { iri, field, body, isCheckedWhileFilling }, signal }) => {
        if (!isCheckedWhileFilling) return []
        const { forms } = await servicesOf(system).loadApi()
        const { view } = await forms.check(iri, body, signal)
        return view ? fieldErrors(field, collectErrors(view)) : []
      },
    ),
  },
})

export const form = formMachine.provide({
  actors: {
    formField,
    submitForm: fromPromise<SubmitResult, { iri: Iri; body: unknown }>(
      async ({ system, input: { iri, body }, signal }) =>
        (await servicesOf(system).loadApi()).forms.submit(iri, body, signal),
    ),
  },
})
