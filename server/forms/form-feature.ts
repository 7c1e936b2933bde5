/** Extends the store's `Form` type: validates form names and computes the form's view. */
import { check, maxLength, pipe, string } from 'valibot'
import type { Iri } from '#content/model/iri.ts'
import type { FormType } from '#content/forms/form.ts'
import type { TypeExtension } from '../store/types/type-registry.ts'
import type { FormRegistry } from './form-registry.ts'
import { buildFormView } from './form-view.ts'

/** Returns the URL that a form is submitted to. That of the sign-in form is `/login`. */
export const formActionUrl = (form: FormType, iri: Iri, base: string) =>
  form.apiDisabled ? `${base}/login` : `${base}${iri}/submit`

/**
 * Returns the extension of the type `Form`. `defaultBase` is the base URL of the API for requests that name no other.
 */
export const formFeature = (forms: FormRegistry, defaultBase: string): TypeExtension => {
  const schema = pipe(
    string('This should be text.'),
    maxLength(255, 'Use at most 255 characters.'),
    check((name) => !name || forms.get(name) !== undefined, 'There is no such form.'),
  )
  return ({ type, properties }) =>
    type === 'Form'
      ? {
          isReplaceable: true,
          emitsEvents: false,
          properties: {
            ...properties,
            formType: { type: 'value', schema, required: 'Choose a form.' },
            formView: { type: 'computed' },
          },
          computed: {
            formView: ({ iri, data }, base = defaultBase) => {
              const form = forms.get(data['formType'])
              return form && buildFormView(form, formActionUrl(form, iri, base))
            },
          },
        }
      : {}
}
