import type { FormView } from '#content/forms/form.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { inputPropsOf } from './input-props.ts'
import { useFormField } from './use-form-field.ts'

/** Renders a collapsed choice as a `<select>`, with or without `multiple`. */
export function SelectInput({ part }: { part: FormView }) {
  const field = useFormField(part)
  const { vars } = part
  const choices = (vars.choices ?? []).filter(({ value }) => value !== '')
  const options = choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
  return (
    <FieldFrame part={part} field={field}>
      {vars.multiple ? (
        <select
          {...inputPropsOf(part, field)}
          multiple
          size={Math.min(options.length, 6)}
          value={[...(field.value ?? [])]}
          onChange={({ target: { selectedOptions } }) =>
            field.change([...selectedOptions].map(({ value }) => value))
          }
        >
          {options}
        </select>
      ) : (
        <select
          {...inputPropsOf(part, field)}
          value={String(field.value ?? '')}
          onChange={(event) => field.change(event.target.value)}
        >
          <option value="">{vars.placeholder}</option>
          {options}
        </select>
      )}
    </FieldFrame>
  )
}
