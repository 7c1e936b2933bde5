import { Checkbox } from '#src/ui/Checkbox.tsx'
import type { LabeledProps } from '#src/ui/LabeledControl.tsx'
import { TextField } from '#src/ui/TextField.tsx'

interface AltTextFieldProps extends LabeledProps {
  /** Null for a picture without a description, empty for one that needs none. */
  value: string | null
  isMissing: boolean
  onChange: (alt: string | null) => void
  onBlur?: () => void
}

/** Edits the alternative text of a picture: a description, or the decision that it needs none. */
export const AltTextField = ({
  value,
  isMissing,
  hint,
  onChange,
  onBlur,
  ...props
}: AltTextFieldProps) => (
  <>
    <TextField
      {...props}
      hint={isMissing ? 'Missing. Say what the picture shows, for people who do not see it.' : hint}
      value={value ?? ''}
      onChange={(text) => onChange(text || null)}
      onBlur={onBlur}
    />
    <Checkbox
      label="Decorative: needs no description"
      checked={value === ''}
      onChange={(checked) => {
        onChange(checked ? '' : null)
        onBlur?.()
      }}
    />
  </>
)
