import type { TwoFactorRef } from '#machines/session/two-factor.ts'
import { ChangeForm, CodeField, PasswordField, StepHeading } from './two-factor-fields.tsx'
import styles from './TwoFactor.module.css'

const texts = {
  'recovery-codes': {
    heading: 'Get new recovery codes',
    explanation: 'Those that you have now stop working.',
    submitLabel: 'Get new codes',
  },
  removal: {
    heading: 'Turn off two-factor sign-in',
    explanation: 'From then on, your password alone signs you in.',
    submitLabel: 'Turn off',
  },
}

interface ProofFormProps {
  action: keyof typeof texts
  twoFactorRef: TwoFactorRef
}

/** Asks for the password and a code, which such a change needs. */
export function ProofForm({ action, twoFactorRef }: ProofFormProps) {
  const { heading, explanation, submitLabel } = texts[action]
  return (
    <>
      <StepHeading>{heading}</StepHeading>
      <p className={styles.text}>{explanation}</p>
      <ChangeForm
        submitLabel={submitLabel}
        twoFactorRef={twoFactorRef}
        onSubmit={(body) => twoFactorRef.send({ type: 'proof.submitted', body })}
        onCancel={() => twoFactorRef.send({ type: 'change.canceled' })}
      >
        <PasswordField twoFactorRef={twoFactorRef} />
        <CodeField
          hint="Of your authenticator app, or a recovery code."
          twoFactorRef={twoFactorRef}
        />
      </ChangeForm>
    </>
  )
}
