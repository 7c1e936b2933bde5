import { useSelector } from '@xstate/react'
import {
  type PasswordResetRequestRef,
  isBusy,
  isSent,
  selectFailure,
  selectUsername,
} from '#machines/session/password-reset-request.ts'
import { passwordResetRequest } from '#src/app/effects/account-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { textInForm } from '../text-in-form.ts'
import { UsernameField } from '../UsernameField.tsx'
import styles from '../CardScreen.module.css'
import { AccountCard, Outcome } from './AccountCard.tsx'
import { useAccountAttempt } from './use-account-attempt.ts'

/** Asks for the account whose password is forgotten, and has a mail sent to it. */
export function ForgotPasswordView({ title }: { title: string }) {
  const resetRequestRef = useViewActor('passwordResetRequest', passwordResetRequest, {
    attempt: useAccountAttempt(),
  })
  return <ForgotPasswordWithActor title={title} resetRequestRef={resetRequestRef} />
}

interface ForgotPasswordProps {
  title: string
  resetRequestRef: PasswordResetRequestRef
}

/**
 * Renders the screen of an actor that is already running.
 * @internal Exported for tests.
 */
export function ForgotPasswordWithActor({ title, resetRequestRef }: ForgotPasswordProps) {
  const busy = useSelector(resetRequestRef, isBusy)
  const failure = useSelector(resetRequestRef, selectFailure)
  const username = useSelector(resetRequestRef, selectUsername)
  if (useSelector(resetRequestRef, isSent))
    return (
      <AccountCard title={title}>
        <Outcome>
          If there is an account for “{username}”, a mail with a link to choose a new password is on
          its way. The link is valid for an hour, and at most one mail is sent in a day. Look into
          your spam folder, too.
        </Outcome>
      </AccountCard>
    )
  const submit = (form: HTMLFormElement) =>
    resetRequestRef.send({ type: 'reset.requested', username: textInForm(form, 'username') })
  return (
    <AccountCard title={title} busy={busy} onSubmit={submit}>
      <p>You get a mail with a link to choose a new password.</p>
      <FailureAlert failure={failure} />
      <UsernameField defaultValue={username} />
      <Button type="submit" variant="solid" busy={busy} className={styles.submit}>
        Send the mail
      </Button>
    </AccountCard>
  )
}
