import type { ComponentProps } from 'react'
import { LabeledControl, type LabeledProps } from './LabeledControl.tsx'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'id'>, LabeledProps {
  onChange?: (text: string) => void
}

/** Renders a labeled single-line input with an optional hint and validation message. */
export const TextField = ({ label, error, hint, onChange, ...props }: TextFieldProps) => (
  <LabeledControl label={label} error={error} hint={hint}>
    {(attributes) => (
      <input {...props} {...attributes} onChange={(event) => onChange?.(event.target.value)} />
    )}
  </LabeledControl>
)
