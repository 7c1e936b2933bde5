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

/** The form as it is rejected without any values. */
export const rejectedForm = validatedForm({ example: {} })

const blankInput = { iri, view: blankForm, isSubmitted: false }

/** The inputs of a form: blank, and those of one that was sent without scripts and rejected or accepted. */
export const formInputs = [
  blankInput,
  { ...blankInput, view: rejectedForm },
  { ...blankInput, isSubmitted: true },
]
