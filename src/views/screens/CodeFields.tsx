import { useEffect, useRef } from 'react'
import { codeNeeded } from '#content/account/two-factor.ts'
import { signInPath } from '#content/navigation/location.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useSearch } from '../hooks/use-search.ts'
import styles from './CardScreen.module.css'

interface CodeFieldsProps {
  twoFactorToken: string
  busy: boolean
  /** Asks for the password again. Without scripts, the link does. */
  onRestart: () => void
}

/** Asks for the code, once the password was right. The field takes the focus that the password had. */
export function CodeFields({ twoFactorToken, busy, onRestart }: CodeFieldsProps) {
  const search = useSearch()
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <>
      <p>{codeNeeded}</p>
      <input type="hidden" name="twoFactorToken" value={twoFactorToken} />
      <TextField
        ref={ref}
        label="Code"
        hint="If you do not have the app at hand, enter one of your recovery codes."
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Button type="submit" variant="solid" busy={busy} className={styles.submit}>
        Sign in
      </Button>
      <a
        href={`${signInPath}${search}`}
        className={styles.link}
        onClick={(event) => {
          event.preventDefault()
          onRestart()
        }}
      >
        Start again
      </a>
    </>
  )
}
