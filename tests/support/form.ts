/** The demo's form, as the API would answer about it. */
import type { FormView } from '#content/form.ts'
import { readSubmission } from '#server/forms/submission.ts'
import { viewOf } from '#server/forms/view.ts'
import { form } from '#site/forms/example.ts'

export const iri = '/component/forms/1'
export const blankForm: FormView = viewOf(form, `${iri}/submit`)

/** The form with what is wrong with these values. */
export const answerTo = (body: unknown): FormView =>
  viewOf(form, `${iri}/submit`, readSubmission(form, body)!)

/** Everything that the form asks for. */
export const filledIn = {
  'example[plainPassword][first]': 'long enough',
  'example[plainPassword][second]': 'long enough',
  'example[subject]': 'praise',
  'example[email]': 'ada@example.org',
  'example[message]': 'Come and play.',
  'example[developer]': 'no',
  'example[randomCheckbox]': '1',
}
