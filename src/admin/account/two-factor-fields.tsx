import { useSelector } from '@xstate/react'
import type { FormEvent, ReactNode } from 'react'
import { type TwoFactorRef, isBusy, selectFailure } from '#machines/session/two-factor.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { CurrentPasswordField } from '../CurrentPasswordField.tsx'
import { fieldError, otherViolations } from '../field-errors.ts'
import styles from './TwoFactor.module.css'

const fieldNames = ['currentPassword', 'code']

interface WithActor {
  twoFactorRef: TwoFactorRef
}

/** Says why a request has failed, unless a field says so. */
export function Problem({ twoFactorRef }: WithActor) {
  const failure = useSelector(twoFactorRef, selectFailure)
  if (!failure) return <FailureAlert failure={null} />
  const violations = otherViolations(failure, fieldNames)
  const isShown = failure.violations.length === 0 || violations.length > 0
  return <FailureAlert failure={isShown ? { message: failure.message, violations } : null} />
}

/** Returns the mistake in a field. */
export const useFieldError = (twoFactorRef: TwoFactorRef, name: string) =>
  fieldError(useSelector(twoFactorRef, selectFailure), name)

export const PasswordField = ({ twoFactorRef }: WithActor) => (
  <CurrentPasswordField
    label="Your current password"
    error={useFieldError(twoFactorRef, 'currentPassword')}
  />
)

export const CodeField = ({ hint, twoFactorRef }: WithActor & { hint: string }) => (
  <TextField
    label="Code"
    hint={hint}
    name="code"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    error={useFieldError(twoFactorRef, 'code')}
    required
  />
)

interface ChangeFormProps extends WithActor {
  submitLabel: string
  onSubmit: (body: Record<string, string>) => void
  /** Goes back without a change; undefined where there is nothing to go back to. */
  onCancel?: () => void
  children?: ReactNode
}

/** Sends what is entered into its fields. */
export function ChangeForm({
  submitLabel,
  onSubmit,
  onCancel,
  children,
  twoFactorRef,
}: ChangeFormProps) {
  const busy = useSelector(twoFactorRef, isBusy)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const entries = [...new FormData(event.currentTarget)]
    onSubmit(Object.fromEntries(entries.map(([name, value]) => [name, String(value)])))
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {children}
      <div className={styles.actions}>
        <Button type="submit" variant="solid" busy={busy}>
          {submitLabel}
        </Button>
        {onCancel ? (
          <Button disabledReason={busy ? 'Sending…' : null} onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  )
}

/** Heads a step, and takes the focus of the button that has led to it. */
export const StepHeading = ({ children }: { children: string }) => (
  <h2 className={styles.heading} tabIndex={-1} ref={takeLostFocus}>
    {children}
  </h2>
)

const takeLostFocus = (heading: HTMLElement | null) => {
  if (heading && document.activeElement === document.body) heading.focus()
}
