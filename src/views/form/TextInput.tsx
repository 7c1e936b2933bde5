import type { FormView } from '#content/forms/form.ts'
import { fieldTypeOf } from '#content/forms/form-parts.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { inputPropsOf, inputTypeOf } from './input-props.ts'
import { useFormField } from './use-form-field.ts'

/** Renders a single-line input or a textarea. */
export function TextInput({ part }: { part: FormView }) {
  const field = useFormField(part)
  const element = {
    placeholder: part.vars.placeholder,
    ...inputPropsOf(part, field),
    value: String(field.value ?? ''),
  }
  return (
    <FieldFrame part={part} field={field}>
      {fieldTypeOf(part) === 'textarea' ? (
        <textarea rows={5} {...element} onChange={(event) => field.change(event.target.value)} />
      ) : (
        <input
          type={inputTypeOf(part)}
          {...element}
          onChange={(event) => field.change(event.target.value)}
        />
      )}
    </FieldFrame>
  )
}
