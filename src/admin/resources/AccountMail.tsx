import { useSelector } from '@xstate/react'
import { type PendingMail, pendingMailOf } from '#content/account/account-mails.ts'
import type { Resource } from '#content/model/resource.ts'
import {
  type AccountMailRef,
  isBusy,
  isSent,
  selectFailure,
} from '#machines/session/account-mail.ts'
import { accountMail } from '#src/app/effects/admin/account-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './ResourceItem.module.css'

/** Says that an account waits for something to be done by the link in a mail, and has that sent again. */
export function AccountMail({ account }: { account: Resource }) {
  const accountMailRef = useViewActor('accountMail', accountMail, undefined)
  const mail = pendingMailOf(account)
  return mail ? <AccountMailWithActor mail={mail} accountMailRef={accountMailRef} /> : null
}

/**
 * Renders the notice with an actor that is already running.
 * @internal Exported for tests.
 */
export function AccountMailWithActor({
  mail,
  accountMailRef,
}: {
  mail: PendingMail
  accountMailRef: AccountMailRef
}) {
  const busy = useSelector(accountMailRef, isBusy)
  const sent = useSelector(accountMailRef, isSent)
  return (
    <section aria-label="Mail" className={styles.notice}>
      <p>{mail.notice}</p>
      <FailureAlert failure={useSelector(accountMailRef, selectFailure)} />
      <div className={styles.actions}>
        <Button
          busy={busy}
          disabledReason={sent ? 'The mail was sent.' : null}
          onClick={() => accountMailRef.send({ type: 'mail.requested', request: mail.request })}
        >
          {mail.label}
        </Button>
        <p role="status">
          {sent ? (
            <span className={styles.sent}>
              <Icon name="check" /> Sent
            </span>
          ) : null}
        </p>
      </div>
    </section>
  )
}
