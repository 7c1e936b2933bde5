/** What the store knows of forms: which there are, and how each is drawn. */
import { check, maxLength, pipe, string } from 'valibot'
import type { Iri } from '#content/iri.ts'
import type { FormType } from '#content/form.ts'
import type { Feature } from '../store/shapes.ts'
import type { Forms } from './registry.ts'
import { viewOf } from './view.ts'

/** Where a form is sent; what is only drawn here goes to sign-in. */
export const actionOf = (form: FormType, iri: Iri, base: string) =>
  form.apiDisabled ? `${base}/login` : `${base}${iri}/submit`

/** `home` is where the API is when nobody knows better. */
export const formFeature = (forms: Forms, home: string): Feature => {
  const schema = pipe(
    string('This should be text.'),
    maxLength(255, 'Use at most 255 characters.'),
    check((name) => !name || forms.of(name) !== undefined, 'There is no such form.'),
  )
  return ({ type, properties }) =>
    type === 'Form'
      ? {
          hasPut: true,
          isLive: false,
          properties: {
            ...properties,
            formType: { is: 'value', schema, required: 'Choose a form.' },
            formView: { is: 'computed' },
          },
          computed: {
            formView: ({ iri, data }, base = home) => {
              const form = forms.of(data['formType'])
              return form && viewOf(form, actionOf(form, iri, base))
            },
          },
        }
      : {}
}
