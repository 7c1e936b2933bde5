import { useSelector } from '@xstate/react'
import { accountPath } from '#content/account/account-path.ts'
import { signOutPath } from '#content/navigation/location.ts'
import { isAdmin, isBusy, selectFailure, selectUser } from '#machines/session/auth.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import styles from './chrome.module.css'

/** Closes the menu, which would cover the screen that it leads to. */
const close = ({ currentTarget }: { currentTarget: Element }) =>
  currentTarget.closest('details')?.removeAttribute('open')

/** Shows the signed-in user with a button to sign out. Administrators have these in the bar of the editor. */
export function AccountMenu() {
  const authRef = useAppActor('auth')
  const user = useSelector(authRef, selectUser)
  const admin = useSelector(authRef, isAdmin)
  const busy = useSelector(authRef, isBusy)
  const failure = useSelector(authRef, selectFailure)
  if (!user || admin) return null
  return (
    <aside aria-label="Account">
      <details className={styles.account}>
        <summary>{user.username}</summary>
        <FailureAlert failure={failure} />
        <a href={accountPath(user['@id'])} onClick={close}>
          My account
        </a>
        <form
          method="post"
          action={signOutPath}
          onSubmit={(event) => {
            event.preventDefault()
            authRef.send({ type: 'signOut.requested' })
          }}
        >
          <Button type="submit" busy={busy}>
            Sign out
          </Button>
        </form>
      </details>
    </aside>
  )
}
