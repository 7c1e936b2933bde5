/** Provides the effects of forms. Loaded with the first page that has one. */
import { type AnyActorRef, fromPromise } from 'xstate'
import { collectErrors, fieldErrors, listFields, fieldNameOf } from '#content/forms/form-values.ts'
import type { SubmitResult } from '#content/forms/form.ts'
import type { Iri } from '#content/model/iri.ts'
import {
  type FormRef,
  formMachine,
  isCheckedWhileFilling,
  selectBody,
  selectView,
} from '#machines/page/form.ts'
import { formFieldMachine } from '#machines/page/form-field.ts'
import { servicesOf } from '../services/services.ts'

/** Returns the form of a running check, which is two levels up: the form, its field, the check. */
const formOf = (check: AnyActorRef) => check._parent?._parent as FormRef

const formField = formFieldMachine.provide({
  actors: {
    /** Sends the values of all fields, because the validity of one may depend on another. */
    checkField: fromPromise<readonly string[], { name: string }>(
      async ({ self, system, input, signal }) => {
        const form = formOf(self).getSnapshot()
        if (!isCheckedWhileFilling(form)) return []
        const { forms } = await servicesOf(system).loadApi()
        const { view } = await forms.check(form.context.iri, selectBody(form), signal)
        const field = listFields(selectView(form)).find((part) => fieldNameOf(part) === input.name)
        return view && field ? fieldErrors(field, collectErrors(view)) : []
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
