import { TextField } from '#src/ui/TextField.tsx'

/** Renders the field for the name or the address of an account. */
export const UsernameField = ({ defaultValue }: { defaultValue: string | undefined }) => (
  <TextField
    label="Username or email"
    name="username"
    defaultValue={defaultValue}
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    required
  />
)
