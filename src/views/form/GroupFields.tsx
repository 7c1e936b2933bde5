import type { FormView } from '#content/forms/form.ts'
import { FieldsetFrame } from './FieldFrame.tsx'
import styles from './Form.module.css'
import { RepeatedInput } from './InputFields.tsx'
import { useFormField } from './use-form-field.ts'

/** Renders a value that is entered twice. It is validated once the second input has a value. */
export function RepeatedField({ part }: { part: FormView }) {
  const [first, second] = part.children
  const field = useFormField(part)
  const { value: secondValue } = useFormField(second ?? part, part)
  return (
    <FieldsetFrame
      part={part}
      field={{
        ...field,
        blurGroup: (event) => {
          const isSecond = event.target.id.endsWith(second?.vars.id ?? '')
          if (isSecond || secondValue) field.blurGroup(event)
        },
      }}
    >
      <div className={styles.repeated}>
        {first && <RepeatedInput part={first} owner={part} />}
        {second && <RepeatedInput part={second} owner={part} />}
      </div>
    </FieldsetFrame>
  )
}

/** Renders an expanded choice as radio buttons, or as checkboxes when several can be chosen. */
export function ChoiceGroup({ part }: { part: FormView }) {
  const field = useFormField(part)
  const { multiple = false, choices = [] } = part.vars
  const selected: readonly string[] =
    typeof field.value === 'string' ? [field.value] : (field.value ?? [])
  const select = (value: string, checked: boolean) => {
    if (!multiple) return field.change(value)
    field.change(checked ? [...selected, value] : selected.filter((other) => other !== value))
  }
  return (
    <FieldsetFrame part={part} field={field}>
      <div className={styles.options}>
        {choices
          .filter(({ value }) => value !== '')
          .map(({ value, label }) => (
            <label key={value} className={styles.option}>
              <input
                type={multiple ? 'checkbox' : 'radio'}
                name={field.name}
                value={value}
                className={styles.checkbox}
                checked={selected.includes(value)}
                disabled={part.vars.disabled}
                aria-invalid={field.errors.length > 0 || undefined}
                onChange={(event) => select(value, event.target.checked)}
              />
              {label}
            </label>
          ))}
      </div>
    </FieldsetFrame>
  )
}
