import { useSelector } from '@xstate/react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { twoFactorTokenOf } from '#content/account/two-factor.ts'
import type { Credentials } from '#content/model/resource.ts'
import { forgotPasswordPath, signInPath } from '#content/navigation/location.ts'
import {
  isBusy,
  selectAttemptedUsername,
  selectFailure,
  selectUser,
} from '#machines/session/auth.ts'
import { type SignInStepsRef, selectTwoFactorToken } from '#machines/session/sign-in-steps.ts'
import { signInSteps } from '#src/app/effects/sign-in-steps-effects.ts'
import { useAppActor, useAppRef } from '#src/app/shell/app-context.tsx'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useSearch } from '../hooks/use-search.ts'
import { CodeFields } from './CodeFields.tsx'
import { textInForm } from './text-in-form.ts'
import { UsernameField } from './UsernameField.tsx'
import styles from './CardScreen.module.css'

/** Renders the sign-in form, which the server takes before the scripts have loaded. The app decides which page follows. */
export function SignInView() {
  const { signInAttempt } = useAppRef().getSnapshot().context
  const [twoFactorToken] = useState(signInAttempt?.twoFactorToken ?? null)
  const signInStepsRef = useViewActor('signInSteps', signInSteps, { twoFactorToken })
  return <SignInSteps signInStepsRef={signInStepsRef} />
}

/** Asks for the password, and for the code once that is needed. */
function SignInSteps({ signInStepsRef }: { signInStepsRef: SignInStepsRef }) {
  const authRef = useAppActor('auth')
  const busy = useSelector(authRef, isBusy)
  const failure = useSelector(authRef, selectFailure)
  const twoFactorToken = useSelector(signInStepsRef, selectTwoFactorToken)
  // That a code is needed is no refusal: the field asks for it.
  const shown = twoFactorTokenOf(failure) === null ? failure : null
  const submit = (form: HTMLFormElement) =>
    authRef.send({ type: 'signIn.requested', credentials: credentialsIn(form, twoFactorToken) })
  return (
    <SignInForm busy={busy} onSubmit={submit}>
      <FailureAlert failure={shown} />
      {twoFactorToken === null ? (
        <CredentialFields busy={busy} />
      ) : (
        <CodeFields
          twoFactorToken={twoFactorToken}
          busy={busy}
          onRestart={() => signInStepsRef.send({ type: 'signIn.restarted' })}
        />
      )}
      <a href="/" className={styles.link}>
        Back to the site
      </a>
    </SignInForm>
  )
}

interface SignInFormProps {
  busy: boolean
  onSubmit: (form: HTMLFormElement) => void
  children: ReactNode
}

function SignInForm({ busy, onSubmit, children }: SignInFormProps) {
  const search = useSearch()
  const user = useSelector(useAppActor('auth'), selectUser)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) onSubmit(event.currentTarget)
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
        {children}
      </form>
    </main>
  )
}

function CredentialFields({ busy }: { busy: boolean }) {
  const username = useSelector(useAppActor('auth'), selectAttemptedUsername)
  return (
    <>
      <UsernameField defaultValue={username} />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <Button type="submit" variant="solid" busy={busy} className={styles.submit}>
        Sign in
      </Button>
      <a href={forgotPasswordPath} className={styles.link}>
        Forgot your password?
      </a>
    </>
  )
}

const credentialsIn = (form: HTMLFormElement, twoFactorToken: string | null): Credentials =>
  twoFactorToken === null
    ? { username: textInForm(form, 'username'), password: textInForm(form, 'password') }
    : { twoFactorToken, code: textInForm(form, 'code') }
