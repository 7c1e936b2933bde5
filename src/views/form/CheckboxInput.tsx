import type { FormView } from '#content/forms/form.ts'
import fieldStyles from '#src/ui/TextField.module.css'
import { FieldErrors, FieldHelp, FieldLabel, ValidationMark } from './FieldFrame.tsx'
import styles from './Form.module.css'
import { inputPropsOf } from './input-props.ts'
import { useFormField } from './use-form-field.ts'

/** Renders a single checkbox. */
export function CheckboxInput({ part }: { part: FormView }) {
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
