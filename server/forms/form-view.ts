/** Builds the view of a form: a tree of variables for rendering, with values and errors. */
import type { FormType, FormVars, FormView } from '#content/forms/form.ts'
import { type FieldContext, createFieldVars, formView } from './field-vars.ts'
import { fieldViewsOf } from './field-view.ts'
import { type Submission, emptySubmission } from './submission.ts'

/**
 * Returns the view of a form with the values and errors of a submission. `action` is the URL that the form is sent to.
 */
export const buildFormView = (
  form: FormType,
  action: string,
  submission: Submission = emptySubmission,
): FormView => {
  const varsOf = createFieldVars(submission)
  const root: FieldContext = {
    field: { type: 'group', fields: form.fields },
    name: form.name,
    full: form.name,
    block: `_${form.name}`,
    value: submission.values,
  }
  const vars: FormVars = {
    ...varsOf(root),
    block_prefixes: ['form', form.name, root.block],
    required: true,
    action,
    method: 'POST',
    api_disabled: Boolean(form.apiDisabled),
    realtime_validate_disabled: Boolean(form.realtimeValidateDisabled),
    ...(form.postAppProxy && { post_app_proxy: form.postAppProxy }),
  }
  return formView(vars, fieldViewsOf(varsOf, form.fields, root))
}
