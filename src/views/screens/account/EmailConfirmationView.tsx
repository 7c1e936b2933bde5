import { useSelector } from '@xstate/react'
import { accountLinkIn } from '#content/account/account-link.ts'
import {
  type EmailConfirmationRef,
  isBusy,
  isConfirming,
  isFailed,
  selectFailure,
  selectLink,
  selectOutcome,
} from '#machines/session/email-confirmation.ts'
import { emailConfirmation } from '#src/app/effects/account-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { usePath } from '../../hooks/use-path.ts'
import styles from '../CardScreen.module.css'
import { AccountCard, Outcome } from './AccountCard.tsx'
import { useAccountAttempt } from './use-account-attempt.ts'

interface StateProps {
  confirmationRef: EmailConfirmationRef
  title: string
}

/** Confirms an email address as soon as it is opened. Without scripts there is a button for that. */
export function EmailConfirmationView({ title }: { title: string }) {
  const link = accountLinkIn(usePath())
  const attempt = useAccountAttempt()
  const confirmationRef = useViewActor('emailConfirmation', emailConfirmation, { link, attempt })
  return <EmailConfirmationWithActor title={title} confirmationRef={confirmationRef} />
}

/**
 * Renders the screen of an actor that is already running.
 * @internal Exported for tests.
 */
export function EmailConfirmationWithActor({ title, confirmationRef }: StateProps) {
  const { newEmail } = useSelector(confirmationRef, selectLink)
  const outcome = useSelector(confirmationRef, selectOutcome)
  const confirming = useSelector(confirmationRef, isConfirming)
  const failed = useSelector(confirmationRef, isFailed)
  if (outcome)
    return (
      <AccountCard title={title}>
        <Outcome>{outcomeTexts[outcome](newEmail)}</Outcome>
      </AccountCard>
    )
  if (confirming) return <Confirming title={title} />
  if (failed) return <Failed title={title} confirmationRef={confirmationRef} />
  return <Expired title={title} confirmationRef={confirmationRef} />
}

const outcomeTexts = {
  confirmed: (newEmail?: string) =>
    newEmail === undefined
      ? 'Your email address is verified.'
      : `Your email address is now ${newEmail}.`,
  taken: () => 'Another account has this address by now, so yours is not changed.',
  resent: () => 'If the account still waits for this, a mail with a new link is on its way.',
}

const Confirming = ({ title }: { title: string }) => (
  <AccountCard title={title} busy onSubmit={() => {}}>
    <p role="status" className={styles.progress}>
      Confirming…
    </p>
    <noscript>
      <Button type="submit" variant="solid" className={styles.submit}>
        Confirm
      </Button>
    </noscript>
  </AccountCard>
)

/** Offers to try again what may succeed later. */
const Failed = ({ title, confirmationRef }: StateProps) => (
  <AccountCard title={title} onSubmit={() => confirmationRef.send({ type: 'retry.requested' })}>
    <FailureAlert failure={useSelector(confirmationRef, selectFailure)} />
    <Button type="submit" variant="solid" className={styles.submit}>
      Try again
    </Button>
  </AccountCard>
)

/** Offers another mail in place of a link that is not valid any more. */
function Expired({ title, confirmationRef }: StateProps) {
  const busy = useSelector(confirmationRef, isBusy)
  return (
    <AccountCard
      title={title}
      busy={busy}
      onSubmit={() => confirmationRef.send({ type: 'resend.requested' })}
    >
      <p role="status">This link has expired or was used already.</p>
      <FailureAlert failure={useSelector(confirmationRef, selectFailure)} />
      <input type="hidden" name="resend" value="1" />
      <Button type="submit" variant="solid" busy={busy} className={styles.submit}>
        Send a new link
      </Button>
    </AccountCard>
  )
}
