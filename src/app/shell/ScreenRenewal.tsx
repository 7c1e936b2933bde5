import { useSelector } from '@xstate/react'
import { selectScreenRenewalRef } from '#machines/session/account-renewal.ts'
import { SignInAgainDialog } from '#src/editor/dialogs/SignInAgainDialog.tsx'
import { SignedOutNotice } from '#src/editor/feedback/SignedOutNotice.tsx'
import { accountRenewal } from '../effects/screen-renewal-effects.ts'
import styles from './ScreenRenewal.module.css'
import { useViewActor } from './use-view-actor.ts'

/** Asks somebody without the editor to sign in again when the session has ended. What is on the screen stays as it is. */
export function ScreenRenewal() {
  const accountRenewalRef = useViewActor('accountRenewal', accountRenewal, undefined)
  const renewalRef = useSelector(accountRenewalRef, selectScreenRenewalRef)
  return renewalRef ? (
    <>
      <div className={styles.notice}>
        <SignedOutNotice renewalRef={renewalRef} />
      </div>
      <SignInAgainDialog renewalRef={renewalRef} />
    </>
  ) : null
}
