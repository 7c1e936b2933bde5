import type { ComponentProps } from 'react'
import { LabeledControl, type LabeledProps } from './LabeledControl.tsx'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'id'>, LabeledProps {
  onChange: (text: string) => void
}

/** Renders a labeled input of several lines with an optional hint and validation message. */
export const TextArea = ({ label, error, hint, onChange, ...props }: TextAreaProps) => (
  <LabeledControl label={label} error={error} hint={hint}>
    {(attributes) => (
      <textarea
        rows={4}
        {...props}
        {...attributes}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </LabeledControl>
)
