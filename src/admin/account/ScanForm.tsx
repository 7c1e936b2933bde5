import { encode } from 'uqr'
import { type TwoFactorKey, groupedKey } from '#content/account/two-factor.ts'
import type { TwoFactorRef } from '#machines/session/two-factor.ts'
import { ChangeForm, CodeField, StepHeading } from './two-factor-fields.tsx'
import styles from './TwoFactor.module.css'

interface ScanFormProps {
  twoFactorKey: TwoFactorKey
  twoFactorRef: TwoFactorRef
}

/** Shows the key for the app, and asks for the code that the app makes of it. */
export const ScanForm = ({ twoFactorKey: { secret, uri }, twoFactorRef }: ScanFormProps) => (
  <>
    <StepHeading>Add this site to your authenticator app</StepHeading>
    <p className={styles.text}>Scan this with the app, or type the key into it.</p>
    <QrCode text={uri} />
    <dl className={styles.key}>
      <dt>Key</dt>
      <dd>
        <code>{groupedKey(secret)}</code>
      </dd>
    </dl>
    <ChangeForm
      submitLabel="Turn on"
      twoFactorRef={twoFactorRef}
      onSubmit={(body) =>
        twoFactorRef.send({ type: 'change.requested', request: { action: 'confirmation', body } })
      }
      onCancel={() => twoFactorRef.send({ type: 'change.canceled' })}
    >
      <CodeField hint="The six digits that the app shows now." twoFactorRef={twoFactorRef} />
    </ChangeForm>
  </>
)

/** Draws a text as a QR code. It is dark on light in both color schemes, since not all scanners read the inverse. */
function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      role="img"
      aria-label="QR code with the key"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={styles.qrCode}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={modules.join('')} />
    </svg>
  )
}
