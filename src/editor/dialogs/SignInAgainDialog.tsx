import { useSelector } from '@xstate/react'
import { type FormEvent, type RefObject, useEffect, useId, useRef } from 'react'
import type { Failure } from '#content/model/failure.ts'
import { signInProblem } from '#content/model/sign-in-messages.ts'
import { selectUser } from '#machines/session/auth.ts'
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

/** Asks for the password of the account that edits, once its session has ended. The page stays as it is behind it. */
export function SignInAgainDialog({ sessionRenewalRef }: { sessionRenewalRef: SessionRenewalRef }) {
  const open = useSelector(sessionRenewalRef, isOpen)
  const descriptionId = useId()
  if (!open) return null
  const cancel = () => sessionRenewalRef.send({ type: 'renewal.canceled' })
  return (
    <Dialog label="Sign in again" describedBy={descriptionId} onDismiss={cancel}>
      <Explanation id={descriptionId} sessionRenewalRef={sessionRenewalRef} />
      <ProofForm sessionRenewalRef={sessionRenewalRef} onCancel={cancel} />
    </Dialog>
  )
}

interface ExplanationProps {
  id: string
  sessionRenewalRef: SessionRenewalRef
}

function Explanation({ id, sessionRenewalRef }: ExplanationProps) {
  const otherUser = useSelector(sessionRenewalRef, selectOtherUser)
  return (
    <p id={id} className={styles.explanation}>
      {otherUser
        ? `This browser is now signed in as ${otherUser.username}. Your changes will not be saved under that account. `
        : 'Your session has ended. '}
      Everything that you have typed is still here, and will be saved once you have signed in.
    </p>
  )
}

interface ProofFormProps {
  sessionRenewalRef: SessionRenewalRef
  onCancel: () => void
}

function ProofForm({ sessionRenewalRef, onCancel }: ProofFormProps) {
  const username = useSelector(useAppActor('auth'), selectUser)?.username
  const busy = useSelector(sessionRenewalRef, isBusy)
  const failure = useSelector(sessionRenewalRef, selectFailure)
  const twoFactorToken = useSelector(sessionRenewalRef, selectTwoFactorToken)
  const ref = useRef<HTMLInputElement>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { value } = ref.current!
    const proof = twoFactorToken === null ? { password: value } : { twoFactorToken, code: value }
    sessionRenewalRef.send({ type: 'proof.submitted', proof })
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-busy={busy}>
      <FailureAlert failure={failure && { message: signInProblem(failure) }} />
      <TextField label="Username" value={username} autoComplete="username" readOnly />
      <ProofField
        key={twoFactorToken}
        ref={ref}
        isCode={twoFactorToken !== null}
        failure={failure}
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

interface ProofFieldProps {
  ref: RefObject<HTMLInputElement | null>
  isCode: boolean
  failure: Failure | null
}

/** Takes the focus, which the dialog itself would give to the username. What was refused is entered anew. */
function ProofField({ ref, isCode, failure }: ProofFieldProps) {
  useEffect(() => {
    ref.current?.focus()
    if (failure) ref.current?.select()
  }, [ref, failure])
  return isCode ? (
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
