import { useSelector } from '@xstate/react'
import type { FormEvent } from 'react'
import type { Credentials } from '#content/model/resource.ts'
import { forgotPasswordPath, signInPath } from '#content/navigation/location.ts'
import {
  isBusy,
  selectAttemptedUsername,
  selectFailure,
  selectUser,
} from '#machines/session/auth.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useSearch } from '../hooks/use-search.ts'
import { textInForm } from './text-in-form.ts'
import { UsernameField } from './UsernameField.tsx'
import styles from './CardScreen.module.css'

/** Renders the sign-in form, which the server takes before the scripts have loaded. The app decides which page follows. */
export function SignInView() {
  const authRef = useAppActor('auth')
  const busy = useSelector(authRef, isBusy)
  const failure = useSelector(authRef, selectFailure)
  const user = useSelector(authRef, selectUser)
  const attemptedUsername = useSelector(authRef, selectAttemptedUsername)
  const search = useSearch()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    authRef.send({ type: 'signIn.requested', credentials: credentialsIn(event.currentTarget) })
  }

  return (
    <main id="main" tabIndex={-1} className={styles.screen}>
      <form
        method="post"
        action={`${signInPath}${search}`}
        className={styles.card}
        onSubmit={submit}
        aria-busy={busy}
      >
        <h1 className={styles.heading}>Sign in</h1>
        {user && <p>You are signed in as {user.username}.</p>}
        <FailureAlert failure={failure} />
        <CredentialFields username={attemptedUsername} />
        <Button type="submit" variant="solid" busy={busy} className={styles.submit}>
          Sign in
        </Button>
        <a href={forgotPasswordPath} className={styles.link}>
          Forgot your password?
        </a>
        <a href="/" className={styles.link}>
          Back to the site
        </a>
      </form>
    </main>
  )
}

const CredentialFields = ({ username }: { username: string | undefined }) => (
  <>
    <UsernameField defaultValue={username} />
    <TextField
      label="Password"
      name="password"
      type="password"
      autoComplete="current-password"
      required
    />
  </>
)

const credentialsIn = (form: HTMLFormElement): Credentials => ({
  username: textInForm(form, 'username'),
  password: textInForm(form, 'password'),
})
