import { useSelector } from '@xstate/react'
import type { ScreenRenewalRef } from '#machines/session/screen-renewal.ts'
import { type SessionRenewalRef, isTold } from '#machines/session/session-renewal.ts'
import popoverStyles from '#src/ui/Popover.module.css'
import { classNames } from '#src/ui/class-names.ts'
import { SignInButton } from './RetryButton.tsx'
import styles from './SaveError.module.css'
import { SaveErrorActions } from './SaveErrorActions.tsx'

interface SignedOutNoticeProps {
  renewalRef: SessionRenewalRef | ScreenRenewalRef
}

/** Says that the session has ended, without covering what is being entered. */
export const SignedOutNotice = ({ renewalRef }: SignedOutNoticeProps) =>
  useSelector(renewalRef, isTold) ? (
    <div className={classNames(popoverStyles.popover, styles.error)}>
      <p role="status">You were signed out. What you type is kept here.</p>
      <SaveErrorActions>
        <SignInButton renewalRef={renewalRef} />
      </SaveErrorActions>
    </div>
  ) : null
