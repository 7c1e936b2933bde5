import { useSelector } from '@xstate/react'
import type { Iri } from '#content/model/iri.ts'
import { selectUser } from '#machines/session/auth.ts'
import {
  type TwoFactorRef,
  isBusy,
  isConfirmingRemoval,
  isFailed,
  isFinished,
  isUnavailable,
  selectKey,
  selectProvedAction,
  selectRecoveryCodes,
  selectStatus,
} from '#machines/session/two-factor.ts'
import { twoFactor } from '#src/app/effects/admin/account-effects.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { RetryButton } from '../RetryButton.tsx'
import { OthersTwoFactor, RemovalDialog } from './OthersTwoFactor.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { ScanForm } from './ScanForm.tsx'
import { TwoFactorIsOff, TwoFactorIsOn } from './TwoFactorStatus.tsx'
import { ProofForm } from './ProofForm.tsx'
import { Problem } from './two-factor-fields.tsx'
import styles from './TwoFactor.module.css'

interface TwoFactorProps {
  account: Iri
  /** True where nothing else can be done before it is set up. */
  isRequired?: boolean
}

/** Shows the second factor of an account: the own one is set up here, and super admins remove that of others. */
export function TwoFactor({ account, isRequired = false }: TwoFactorProps) {
  const twoFactorRef = useViewActor('twoFactor', twoFactor, { account, isRequired })
  const isOwn = useSelector(useAppActor('auth'), selectUser)?.['@id'] === account
  return <TwoFactorWithActor isOwn={isOwn} twoFactorRef={twoFactorRef} />
}

interface WithActorProps {
  isOwn: boolean
  twoFactorRef: TwoFactorRef
}

/**
 * Renders the second factor of an actor that is already running.
 * @internal Exported for tests.
 */
export function TwoFactorWithActor({ isOwn, twoFactorRef }: WithActorProps) {
  const busy = useSelector(twoFactorRef, isBusy)
  const failed = useSelector(twoFactorRef, isFailed)
  const isRead = useSelector(twoFactorRef, selectStatus) !== null
  if (useSelector(twoFactorRef, isUnavailable))
    return <p>The API of this site knows no two-factor sign-in.</p>
  return (
    <div className={styles.part} aria-busy={busy}>
      <Problem twoFactorRef={twoFactorRef} />
      {failed ? (
        <RetryButton onRetry={() => twoFactorRef.send({ type: 'retry.requested' })} />
      ) : isRead ? (
        <Step isOwn={isOwn} twoFactorRef={twoFactorRef} />
      ) : (
        <p role="status">Loading…</p>
      )}
    </div>
  )
}

/** Shows what can be done next. */
function Step({ isOwn, twoFactorRef }: WithActorProps) {
  const status = useSelector(twoFactorRef, selectStatus)!
  const key = useSelector(twoFactorRef, selectKey)
  const recoveryCodes = useSelector(twoFactorRef, selectRecoveryCodes)
  const action = useSelector(twoFactorRef, selectProvedAction)
  const confirming = useSelector(twoFactorRef, isConfirmingRemoval)
  if (useSelector(twoFactorRef, isFinished)) return <p role="status">Two-factor sign-in is on.</p>
  if (recoveryCodes.length > 0)
    return <RecoveryCodes codes={recoveryCodes} twoFactorRef={twoFactorRef} />
  if (key) return <ScanForm twoFactorKey={key} twoFactorRef={twoFactorRef} />
  if (action) return <ProofForm action={action} twoFactorRef={twoFactorRef} />
  if (!isOwn)
    return (
      <>
        <OthersTwoFactor status={status} twoFactorRef={twoFactorRef} />
        {confirming ? <RemovalDialog twoFactorRef={twoFactorRef} /> : null}
      </>
    )
  return status.isOn ? (
    <TwoFactorIsOn status={status} twoFactorRef={twoFactorRef} />
  ) : (
    <TwoFactorIsOff twoFactorRef={twoFactorRef} />
  )
}
