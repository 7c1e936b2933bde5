import { LabeledControl, type LabeledProps } from './LabeledControl.tsx'

interface SelectProps extends LabeledProps {
  value: string
  /** An option with a reason cannot be chosen, and says why. */
  options: readonly { value: string; label: string; disabledReason?: string | undefined }[]
  'aria-required'?: boolean
  onChange: (value: string) => void
}

/** Renders a labeled drop-down list with an optional hint and validation message. */
export const Select = ({ label, error, hint, options, onChange, ...props }: SelectProps) => (
  <LabeledControl label={label} error={error} hint={hint}>
    {(attributes) => (
      <select {...props} {...attributes} onChange={(event) => onChange(event.target.value)}>
        {options.map(({ value, label: text, disabledReason }) => (
          <option key={value} value={value} disabled={disabledReason !== undefined}>
            {disabledReason === undefined ? text : `${text} (${disabledReason})`}
          </option>
        ))}
      </select>
    )}
  </LabeledControl>
)
