/** The demo's form, as the API would answer about it. */
import type { FormView } from '#content/forms/form.ts'
import { parseSubmission } from '#server/forms/submission.ts'
import { buildFormView } from '#server/forms/form-view.ts'
import { form } from '#site/forms/example.ts'

export const iri = '/component/forms/1'
export const blankForm: FormView = buildFormView(form, `${iri}/submit`)

/** The form with what is wrong with these values. */
export const validatedForm = (body: unknown): FormView =>
  buildFormView(form, `${iri}/submit`, parseSubmission(form, body)!)

/** Everything that the form asks for. */
export const validValues = {
  'example[plainPassword][first]': 'long enough',
  'example[plainPassword][second]': 'long enough',
  'example[subject]': 'praise',
  'example[email]': 'ada@example.org',
  'example[message]': 'Come and play.',
  'example[developer]': 'no',
  'example[randomCheckbox]': '1',
}
