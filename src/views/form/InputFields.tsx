import type { FormView } from '#content/forms/form.ts'
import { fieldTypeOf } from '#content/forms/form-values.ts'
import fieldStyles from '#src/ui/TextField.module.css'
import { FieldErrors, FieldFrame, FieldHelp, FieldLabel, ValidationMark } from './FieldFrame.tsx'
import styles from './Form.module.css'
import { inputAttributes } from './input-attributes.ts'
import { type FormField, describedBy, useFormField } from './use-form-field.ts'

/** Returns the attributes that all inputs share. */
const inputPropsOf = ({ vars }: FormView, field: FormField) => ({
  ...inputAttributes(vars.attr),
  id: field.id,
  name: field.name,
  required: vars.required,
  disabled: vars.disabled,
  className: fieldStyles['input'],
  'aria-invalid': field.errors.length > 0 || undefined,
  'aria-describedby': describedBy(field, vars.help),
  onBlur: field.blur,
})

const inputTypes: Record<string, string> = { email: 'email', password: 'password' }
/** The other `<input>` types that a form may use. */
const otherInputTypes = new Set([
  'date',
  'time',
  'number',
  'tel',
  'url',
  'search',
  'color',
  'month',
  'week',
])
const inputTypeOf = (part: FormView) =>
  inputTypes[fieldTypeOf(part)] ??
  part.vars.block_prefixes.find((prefix) => otherInputTypes.has(prefix)) ??
  'text'

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

/** Renders one of the two inputs of a `RepeatedField`, which validates and shows errors for both. */
export function RepeatedInput({ part, owner }: { part: FormView; owner: FormView }) {
  const field = useFormField(part, owner)
  const { onBlur: _, ...element } = inputPropsOf(part, field)
  return (
    <div className={fieldStyles['field']}>
      <label className={fieldStyles['label']} htmlFor={field.id}>
        {part.vars.label ?? part.vars.name}
      </label>
      <input
        type={inputTypeOf(part)}
        {...element}
        aria-describedby={undefined}
        value={String(field.value ?? '')}
        onChange={(event) => field.change(event.target.value)}
      />
    </div>
  )
}

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
          <option value="">{vars.placeholder ?? ''}</option>
          {options}
        </select>
      )}
    </FieldFrame>
  )
}

/** Renders a single checkbox. */
export function Checkbox({ part }: { part: FormView }) {
  const field = useFormField(part)
  const { className: _, ...element } = inputPropsOf(part, field)
  const checkedValue =
    typeof part.vars.value === 'string' && part.vars.value ? part.vars.value : '1'
  return (
    <div className={fieldStyles['field']}>
      <div className={styles.caption}>
        <label className={styles.option}>
          <input
            {...element}
            type="checkbox"
            className={styles.checkbox}
            value={checkedValue}
            checked={field.value !== null && field.value !== undefined}
            onChange={(event) => field.change(event.target.checked ? checkedValue : null)}
          />
          <span>
            <FieldLabel part={part} />
          </span>
        </label>
        <ValidationMark field={field} />
      </div>
      <FieldHelp part={part} id={field.id} />
      <FieldErrors field={field} />
    </div>
  )
}
