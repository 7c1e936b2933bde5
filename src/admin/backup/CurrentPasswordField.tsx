import { TextField } from '#src/ui/TextField.tsx'

/** Asks for the password of the person who is signed in. */
export const CurrentPasswordField = ({ error }: { error: string | undefined }) => (
  <TextField
    label="Current password"
    name="currentPassword"
    type="password"
    autoComplete="current-password"
    required
    error={error}
  />
)
