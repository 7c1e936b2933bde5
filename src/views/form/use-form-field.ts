import { useSelector } from '@xstate/react'
import { type FocusEvent, createContext, use } from 'react'
import type { FormView } from '#content/forms/form.ts'
import type { FormValue } from '#content/forms/form-values.ts'
import { fieldNameOf, inputNameOf } from '#content/forms/form-parts.ts'
import { type FormRef, selectField, selectValue } from '#machines/page/form.ts'
import { isChecking, isValid, selectErrors } from '#machines/page/form-field.ts'

interface FormContextValue {
  formRef: FormRef
  /** The prefix of all element ids, since a page may show the same form twice. */
  id: string
}

const FormContext = createContext<FormContextValue | null>(null)
export const FormProvider = FormContext.Provider

/** Returns the form around a field; throws outside of a `<FormProvider>`. */
export function useFormContext() {
  const form = use(FormContext)
  if (!form) throw new Error('A field needs a <FormProvider>')
  return form
}

/**
 * Returns the state of a form field and its event handlers. `owner` is the field of a part that is only one of its
 * inputs.
 */
export function useFormField(part: FormView, owner: FormView = part) {
  const { formRef, id } = useFormContext()
  const [field, at] = [fieldNameOf(owner), fieldNameOf(part)]
  const value = useSelector(formRef, selectValue(at))
  const fieldRef = useSelector(formRef, selectField(field))
  const errors = useSelector(fieldRef, (snapshot) => (snapshot ? selectErrors(snapshot) : noErrors))
  const checking = useSelector(
    fieldRef,
    (snapshot) => snapshot !== undefined && isChecking(snapshot),
  )
  const valid = useSelector(fieldRef, (snapshot) => snapshot !== undefined && isValid(snapshot))
  return {
    id: `${id}${part.vars.id}`,
    name: inputNameOf(part),
    value,
    errors,
    checking,
    valid,
    change: (newValue: FormValue) =>
      formRef.send({ type: 'field.changed', field, at, value: newValue }),
    blur: () => formRef.send({ type: 'field.blurred', field }),
    /** The blur handler of a field with several inputs: moving focus between them does not count. */
    blurGroup: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) formRef.send({ type: 'field.blurred', field })
    },
  }
}

const noErrors: readonly string[] = []

export type FormField = ReturnType<typeof useFormField>

/** Returns the value of `aria-describedby`, or undefined when there is neither help nor an error. */
export const describedBy = (
  { id, errors }: Pick<FormField, 'id' | 'errors'>,
  help: string | undefined,
) =>
  [help && `${id}-help`, errors.length > 0 && `${id}-error`].filter(Boolean).join(' ') || undefined
