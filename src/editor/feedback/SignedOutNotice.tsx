import { useSelector } from '@xstate/react'
import { isTold } from '#machines/session/session-renewal.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import popoverStyles from '#src/ui/Popover.module.css'
import { classNames } from '#src/ui/class-names.ts'
import { SignInButton } from './RetryButton.tsx'
import styles from './SaveError.module.css'
import { SaveErrorActions } from './SaveErrorActions.tsx'

/** Says that the session has ended while a text has the focus, and leaves it there. */
export const SignedOutNotice = () =>
  useSelector(useAppActor('sessionRenewal'), isTold) ? (
    <div className={classNames(popoverStyles.popover, styles.error)}>
      <p role="status">You were signed out. What you type is kept here.</p>
      <SaveErrorActions>
        <SignInButton />
      </SaveErrorActions>
    </div>
  ) : null
