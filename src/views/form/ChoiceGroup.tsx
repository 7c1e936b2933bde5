import type { FormView } from '#content/forms/form.ts'
import { FieldsetFrame } from './FieldFrame.tsx'
import styles from './Form.module.css'
import { useFormField } from './use-form-field.ts'

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
                aria-describedby={part.vars.disabled ? `${field.id}-help` : undefined}
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
