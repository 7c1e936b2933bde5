import type { ReactNode } from 'react'
import type { FormView } from '#content/forms/form.ts'
import fieldStyles from '#src/ui/TextField.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './Form.module.css'
import { helpOf } from './help-of.ts'
import type { FormField } from './use-form-field.ts'

interface FieldFrameProps {
  part: FormView
  field: FormField
  children: ReactNode
}

/** Renders a field with one input: label, input, help text and errors. */
export const FieldFrame = ({ part, field, children }: FieldFrameProps) => (
  <div className={fieldStyles['field']}>
    <div className={styles.caption}>
      <label className={fieldStyles['label']} htmlFor={field.id}>
        <FieldLabel part={part} />
      </label>
      <ValidationMark field={field} />
    </div>
    {children}
    <FieldHelp part={part} id={field.id} />
    <FieldErrors field={field} />
  </div>
)

/** Renders a field with several inputs as a `<fieldset>`: legend, inputs, help text and errors. */
export const FieldsetFrame = ({ part, field, children }: FieldFrameProps) => (
  <fieldset
    className={styles.group}
    aria-describedby={field.errors.length > 0 ? `${field.id}-error` : undefined}
  >
    <legend className={part.vars.label === undefined ? styles.visuallyHidden : styles.caption}>
      <span className={fieldStyles['label']}>
        <FieldLabel part={part} />
      </span>
      <ValidationMark field={field} />
    </legend>
    <div onBlur={field.blurGroup}>{children}</div>
    <FieldHelp part={part} id={field.id} />
    <FieldErrors field={field} />
  </fieldset>
)

/** Renders a field's label. Most fields are required, so only optional ones are marked. */
export const FieldLabel = ({ part: { vars, children } }: { part: FormView }) => (
  <>
    {vars.label ?? children[0]?.vars.label ?? vars.name}
    {vars.required || vars.disabled ? null : <span className={styles.optional}> optional</span>}
  </>
)

/** Renders the help text of a field, if it has one, and says if it is disabled. */
export const FieldHelp = ({ part, id }: { part: FormView; id: string }) => {
  const help = helpOf(part.vars)
  return help ? (
    <p id={`${id}-help`} className={fieldStyles['hint']}>
      {help}
    </p>
  ) : null
}

/**
 * Renders a field's errors. The element reserves its line even when empty, so that an error does not shift the layout.
 */
export const FieldErrors = ({
  field: { id, errors },
}: {
  field: Pick<FormField, 'id' | 'errors'>
}) => (
  <p id={`${id}-error`} className={styles.error}>
    {errors.length > 0 && (
      <>
        <Icon name="warning" />
        {errors.join(' ')}
      </>
    )}
  </p>
)

/** Shows that a field is being validated or is valid. */
export const ValidationMark = ({ field: { checking, valid, value } }: { field: FormField }) => {
  if (checking) return <span role="img" aria-label="Checking" className={styles.checking} />
  return valid && value && value.length > 0 ? (
    <span role="img" aria-label="Valid" className={styles.valid}>
      <Icon name="check" />
    </span>
  ) : null
}
