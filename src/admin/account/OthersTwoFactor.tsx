import { useId } from 'react'
import type { TwoFactorStatus } from '#content/account/two-factor.ts'
import type { TwoFactorRef } from '#machines/session/two-factor.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { StepHeading } from './two-factor-fields.tsx'
import styles from './TwoFactor.module.css'

interface OthersTwoFactorProps {
  status: TwoFactorStatus
  twoFactorRef: TwoFactorRef
}

/** Tells a super admin about the second factor of somebody else. Only its owner can set it up. */
export const OthersTwoFactor = ({ status, twoFactorRef }: OthersTwoFactorProps) =>
  status.isOn ? (
    <>
      <StepHeading>Two-factor sign-in is on</StepHeading>
      <p className={styles.text}>
        Remove it if the owner has lost the phone and the recovery codes.
      </p>
      <div className={styles.actions}>
        <Button onClick={() => twoFactorRef.send({ type: 'removal.requested' })}>Remove…</Button>
      </div>
    </>
  ) : (
    <>
      <StepHeading>Two-factor sign-in is off</StepHeading>
      <p className={styles.text}>The owner of the account can set it up here.</p>
    </>
  )

/** Asks whether it is to be removed. Anybody may claim to have lost a phone. */
export function RemovalDialog({ twoFactorRef }: { twoFactorRef: TwoFactorRef }) {
  const descriptionId = useId()
  const cancel = () => twoFactorRef.send({ type: 'change.canceled' })
  return (
    <Dialog
      label="Remove two-factor sign-in?"
      role="alertdialog"
      describedBy={descriptionId}
      onDismiss={cancel}
    >
      <p id={descriptionId}>
        The password alone will sign in to this account. It is signed out everywhere, and its owner
        gets a mail. Make sure that it is the owner who asks for this.
      </p>
      <DialogActions>
        <Button onClick={cancel}>Cancel</Button>
        <Button
          variant="danger"
          onClick={() =>
            twoFactorRef.send({ type: 'change.requested', request: { action: 'lost', body: {} } })
          }
        >
          Remove
        </Button>
      </DialogActions>
    </Dialog>
  )
}
