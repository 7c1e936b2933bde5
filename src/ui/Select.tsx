import { LabeledControl, type LabeledProps } from './LabeledControl.tsx'

interface SelectProps extends LabeledProps {
  value: string
  options: readonly { value: string; label: string; disabled?: boolean }[]
  'aria-required'?: boolean
  onChange: (value: string) => void
}

/** Renders a labeled drop-down list with an optional hint and validation message. */
export const Select = ({ label, error, hint, options, onChange, ...props }: SelectProps) => (
  <LabeledControl label={label} error={error} hint={hint}>
    {(attributes) => (
      <select {...props} {...attributes} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </LabeledControl>
)
