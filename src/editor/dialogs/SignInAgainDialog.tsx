import { useSelector } from '@xstate/react'
import { type FormEvent, type RefObject, useEffect, useId, useRef } from 'react'
import type { Failure } from '#content/model/failure.ts'
import { signInProblem } from '#content/model/sign-in-messages.ts'
import { selectUser } from '#machines/session/auth.ts'
import type { ScreenRenewalRef } from '#machines/session/screen-renewal.ts'
import {
  type SessionRenewalRef,
  isBusy,
  isOpen,
  selectFailure,
  selectOtherUser,
  selectTwoFactorToken,
} from '#machines/session/session-renewal.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import styles from './SignInAgainDialog.module.css'

interface RenewalProps {
  renewalRef: SessionRenewalRef | ScreenRenewalRef
}

/** Asks for the password of the account that edits, once its session has ended. The page stays as it is behind it. */
export function SignInAgainDialog({ renewalRef }: RenewalProps) {
  const open = useSelector(renewalRef, isOpen)
  const descriptionId = useId()
  if (!open) return null
  const cancel = () => renewalRef.send({ type: 'renewal.canceled' })
  return (
    <Dialog label="Sign in again" describedBy={descriptionId} onDismiss={cancel}>
      <Explanation id={descriptionId} renewalRef={renewalRef} />
      <ProofForm renewalRef={renewalRef} onCancel={cancel} />
    </Dialog>
  )
}

function Explanation({ id, renewalRef }: RenewalProps & { id: string }) {
  const otherUser = useSelector(renewalRef, selectOtherUser)
  return (
    <p id={id} className={styles.explanation}>
      {otherUser
        ? `This browser is now signed in as ${otherUser.username}. Your changes will not be saved under that account. `
        : 'Your session has ended. '}
      Everything that you have typed is still here, and will be saved once you have signed in.
    </p>
  )
}

interface ProofFieldProps {
  isForCode: boolean
  failure: Failure | null
  ref: RefObject<HTMLInputElement | null>
}

/** Asks for the password, or for a code. */
function ProofField({ isForCode, failure, ref }: ProofFieldProps) {
  // The dialog itself would focus the username, and what was refused is entered anew.
  useEffect(() => {
    ref.current?.focus()
    if (failure) ref.current?.select()
  }, [failure, ref])
  return isForCode ? (
    <TextField
      ref={ref}
      label="Code"
      hint="Of your authenticator app, or a recovery code."
      autoComplete="one-time-code"
      required
    />
  ) : (
    <TextField
      ref={ref}
      label="Password"
      type="password"
      autoComplete="current-password"
      required
    />
  )
}

function ProofForm({ renewalRef, onCancel }: RenewalProps & { onCancel: () => void }) {
  const username = useSelector(useAppActor('auth'), selectUser)?.username
  const busy = useSelector(renewalRef, isBusy)
  const failure = useSelector(renewalRef, selectFailure)
  const twoFactorToken = useSelector(renewalRef, selectTwoFactorToken)
  const isForCode = twoFactorToken !== null
  const ref = useRef<HTMLInputElement>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { value } = ref.current!
    const proof = twoFactorToken === null ? { password: value } : { twoFactorToken, code: value }
    renewalRef.send({ type: 'proof.submitted', proof })
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-busy={busy}>
      <FailureAlert failure={failure && { message: signInProblem(failure) }} />
      <TextField label="Username" value={username} autoComplete="username" readOnly />
      <ProofField
        key={isForCode ? 'code' : 'password'}
        isForCode={isForCode}
        failure={failure}
        ref={ref}
      />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="solid" busy={busy}>
          Sign in
        </Button>
      </DialogActions>
    </form>
  )
}
