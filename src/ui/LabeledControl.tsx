import { type ReactNode, useId } from 'react'
import styles from './TextField.module.css'

export interface LabeledProps {
  label: string
  /** The validation message; also marks the control as invalid. */
  error?: string | undefined
  hint?: string | undefined
}

/** Attributes that connect a control to its label, hint and message. */
interface ControlAttributes {
  id: string
  className: string | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface LabeledControlProps extends LabeledProps {
  children: (attributes: ControlAttributes) => ReactNode
}

/** Renders a control below its label, with an optional hint and validation message. */
export function LabeledControl({ label, error, hint, children }: LabeledControlProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: styles.input,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  )
}
