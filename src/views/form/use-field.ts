import { useSelector } from '@xstate/react'
import { type FocusEvent, createContext, use } from 'react'
import type { FormView } from '#content/form.ts'
import { type FormValue, nameOf } from '#content/form-values.ts'
import { type FormRef, selectField, selectValue } from '#machines/form.ts'
import { isChecking, isValid, selectErrors } from '#machines/form-field.ts'

interface OpenForm {
  formRef: FormRef
  /** What its elements' ids begin with: the same form may be on a page twice. */
  id: string
}

const FormContext = createContext<OpenForm | null>(null)
export const FormProvider = FormContext.Provider

export function useForm() {
  const form = use(FormContext)
  if (!form) throw new Error('A field needs a <FormProvider>.')
  return form
}

/** One part of a form as it is filled in. `of` is the field it belongs to, where it is only a half of one. */
export function useField(part: FormView, of: FormView = part) {
  const { formRef, id } = useForm()
  const [field, at] = [nameOf(of), nameOf(part)]
  const value = useSelector(formRef, selectValue(at))
  const fieldRef = useSelector(formRef, selectField(field))
  const errors = useSelector(fieldRef, (snapshot) => (snapshot ? selectErrors(snapshot) : none))
  const checking = useSelector(
    fieldRef,
    (snapshot) => snapshot !== undefined && isChecking(snapshot),
  )
  const valid = useSelector(fieldRef, (snapshot) => snapshot !== undefined && isValid(snapshot))
  return {
    id: `${id}${part.vars.id}`,
    name: `${id}${part.vars.full_name}`,
    value,
    errors,
    checking,
    valid,
    change: (changed: FormValue) =>
      formRef.send({ type: 'field.changed', field, at, value: changed }),
    leave: () => formRef.send({ type: 'field.left', field }),
    /** For several elements that are one field: going from one to the next is not leaving it. */
    leaveAll: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) formRef.send({ type: 'field.left', field })
    },
  }
}

const none: readonly string[] = []

export type Field = ReturnType<typeof useField>

/** What describes an element, by id; undefined where nothing does. */
export const described = ({ id, errors }: Pick<Field, 'id' | 'errors'>, help: string | undefined) =>
  [help && `${id}-help`, errors.length > 0 && `${id}-error`].filter(Boolean).join(' ') || undefined
