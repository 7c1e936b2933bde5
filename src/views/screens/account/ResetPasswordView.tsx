import { useSelector } from '@xstate/react'
import { accountLinkIn } from '#content/account/account-link.ts'
import { forgotPasswordPath } from '#content/navigation/location.ts'
import {
  type PasswordResetRef,
  isBusy,
  isDone,
  isExpired,
  selectErrors,
  selectFailure,
} from '#machines/session/password-reset.ts'
import { passwordReset } from '#src/app/effects/account-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { usePath } from '../../hooks/use-path.ts'
import { textInForm } from '../text-in-form.ts'
import styles from '../CardScreen.module.css'
import { AccountCard, Outcome } from './AccountCard.tsx'
import { useAccountAttempt } from './use-account-attempt.ts'

/** Asks for a new password, with the link of a mail. */
export function ResetPasswordView({ title }: { title: string }) {
  const resetRef = useViewActor('passwordReset', passwordReset, {
    link: accountLinkIn(usePath()),
    attempt: useAccountAttempt(),
  })
  return <ResetPasswordWithActor title={title} resetRef={resetRef} />
}

interface ResetPasswordProps {
  title: string
  resetRef: PasswordResetRef
}

/**
 * Renders the screen of an actor that is already running.
 * @internal Exported for tests.
 */
export function ResetPasswordWithActor({ title, resetRef }: ResetPasswordProps) {
  const busy = useSelector(resetRef, isBusy)
  const failure = useSelector(resetRef, selectFailure)
  const errors = useSelector(resetRef, selectErrors)
  const done = useSelector(resetRef, isDone)
  const expired = useSelector(resetRef, isExpired)
  if (done || expired)
    return <AccountCard title={title}>{done ? <Changed /> : <Expired />}</AccountCard>
  const submit = (form: HTMLFormElement) => {
    const [first, second] = [textInForm(form, 'first'), textInForm(form, 'second')]
    resetRef.send({ type: 'password.submitted', password: { first, second } })
  }
  const hasErrors = errors.length > 0
  const change = () => {
    if (hasErrors) resetRef.send({ type: 'password.changed' })
  }
  return (
    <AccountCard title={title} busy={busy} onSubmit={submit}>
      <FailureAlert failure={hasErrors ? null : failure} />
      <PasswordField label="New password" name="first" error={errors.join(' ')} onChange={change} />
      <PasswordField label="Repeat the new password" name="second" onChange={change} />
      <Button type="submit" variant="solid" busy={busy} className={styles.submit}>
        Set the password
      </Button>
    </AccountCard>
  )
}

interface PasswordFieldProps {
  label: string
  name: string
  error?: string
  onChange: () => void
}

const PasswordField = (props: PasswordFieldProps) => (
  <TextField {...props} type="password" autoComplete="new-password" required />
)

const Changed = () => <Outcome>Your new password is set. Sign in with it.</Outcome>

const Expired = () => (
  <>
    <Outcome>This link has expired or was used already, so the password is not changed.</Outcome>
    <a href={forgotPasswordPath} className={styles.link}>
      Send a new link
    </a>
  </>
)
