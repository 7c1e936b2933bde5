import { useId } from 'react'
import type { LabeledProps } from './LabeledControl.tsx'
import { classNames } from './class-names.ts'
import checkboxStyles from './Checkbox.module.css'
import styles from './TextField.module.css'

interface CheckboxProps extends LabeledProps {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Renders a labeled checkbox with an optional hint and validation message. */
export function Checkbox({ label, hint, error, checked, onChange }: CheckboxProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={checkboxStyles.label}>
        <input
          type="checkbox"
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={hint || error ? id : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {hint || error ? (
        <p
          id={id}
          className={classNames(checkboxStyles.message, error ? styles.error : styles.hint)}
        >
          {error ?? hint}
        </p>
      ) : null}
    </div>
  )
}
