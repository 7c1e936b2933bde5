import { type TwoFactorStatus, recoverySummary } from '#content/account/two-factor.ts'
import type { TwoFactorRef } from '#machines/session/two-factor.ts'
import { Button } from '#src/ui/Button.tsx'
import { ChangeForm, PasswordField, StepHeading, useFieldError } from './two-factor-fields.tsx'
import styles from './TwoFactor.module.css'

/** Offers to set it up. The password is asked for only if the server wants it, some time after signing in. */
export function TwoFactorIsOff({ twoFactorRef }: { twoFactorRef: TwoFactorRef }) {
  const needsPassword = useFieldError(twoFactorRef, 'currentPassword') !== undefined
  return (
    <>
      <StepHeading>Two-factor sign-in is off</StepHeading>
      <p className={styles.text}>
        With it, signing in needs your password and a code of an authenticator app on your phone, so
        that a stolen password is not enough.
      </p>
      <ChangeForm
        submitLabel="Set up two-factor sign-in"
        twoFactorRef={twoFactorRef}
        onSubmit={(body) =>
          twoFactorRef.send({ type: 'change.requested', request: { action: 'begin', body } })
        }
      >
        {needsPassword ? <PasswordField twoFactorRef={twoFactorRef} /> : null}
      </ChangeForm>
    </>
  )
}

interface TwoFactorIsOnProps {
  status: TwoFactorStatus
  twoFactorRef: TwoFactorRef
}

export const TwoFactorIsOn = ({ status, twoFactorRef }: TwoFactorIsOnProps) => (
  <>
    <StepHeading>Two-factor sign-in is on</StepHeading>
    <p className={styles.text}>{recoverySummary(status)}</p>
    <div className={styles.actions}>
      <Button
        onClick={() => twoFactorRef.send({ type: 'proof.requested', action: 'recovery-codes' })}
      >
        Get new recovery codes
      </Button>
      <Button onClick={() => twoFactorRef.send({ type: 'proof.requested', action: 'removal' })}>
        Turn off
      </Button>
    </div>
  </>
)
