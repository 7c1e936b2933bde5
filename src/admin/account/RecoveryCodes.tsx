import { useState } from 'react'
import type { TwoFactorRef } from '#machines/session/two-factor.ts'
import { Button } from '#src/ui/Button.tsx'
import { StepHeading } from './two-factor-fields.tsx'
import styles from './TwoFactor.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  twoFactorRef: TwoFactorRef
}

/** Shows the recovery codes, which are never shown again, until the user says that they are kept. */
export const RecoveryCodes = ({ codes, twoFactorRef }: RecoveryCodesProps) => (
  <>
    <StepHeading>Keep your recovery codes</StepHeading>
    <p className={styles.text}>
      Each signs you in once in place of a code of the app, if you lose your phone. They are shown
      only now: print them, or keep them in a password manager.
    </p>
    <ol className={styles.codes}>
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ol>
    <div className={styles.actions}>
      <CopyButton text={codes.join('\n')} />
      <a
        download="recovery-codes.txt"
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`}
      >
        Download them
      </a>
    </div>
    <div>
      <Button variant="solid" onClick={() => twoFactorRef.send({ type: 'codes.kept' })}>
        I have kept them
      </Button>
    </div>
  </>
)

function CopyButton({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = () => {
    // If the browser refuses, the codes can be selected.
    navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      () => {},
    )
  }
  return (
    <>
      <Button onClick={copy}>Copy them</Button>
      <span role="status">{isCopied ? 'Copied' : ''}</span>
    </>
  )
}
