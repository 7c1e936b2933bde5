import { TextField } from '#src/ui/TextField.tsx'

interface CurrentPasswordFieldProps {
  label?: string
  error: string | undefined
}

/** Asks for the password of the person who is signed in. */
export const CurrentPasswordField = ({
  label = 'Current password',
  error,
}: CurrentPasswordFieldProps) => (
  <TextField
    label={label}
    name="currentPassword"
    type="password"
    autoComplete="current-password"
    required
    error={error}
  />
)
