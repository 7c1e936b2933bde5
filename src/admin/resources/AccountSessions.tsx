import { useSelector } from '@xstate/react'
import {
  type AccountSession,
  endAllLabel,
  sessionSummary,
  sessionsIri,
} from '#content/account/account-sessions.ts'
import type { Iri } from '#content/model/iri.ts'
import {
  type AccountSessionsRef,
  isBusy,
  isFailed,
  isUnavailable,
  selectEnded,
  selectFailure,
  selectSessions,
} from '#machines/session/account-sessions.ts'
import { accountSessions } from '#src/app/effects/admin/account-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { SiteDate, type SiteDateProps } from '#src/views/page/SiteDate.tsx'
import { RetryButton } from '../RetryButton.tsx'
import { busyReasonOf } from '../busy-reason.ts'
import styles from './ResourceItem.module.css'

interface AccountSessionsProps {
  account: Iri
}
type WithActor = AccountSessionsProps & { accountSessionsRef: AccountSessionsRef }

/** Lists the browsers in which an account is signed in, and signs it out there. */
export function AccountSessions({ account }: AccountSessionsProps) {
  const accountSessionsRef = useViewActor('accountSessions', accountSessions, { account })
  return <AccountSessionsWithActor account={account} accountSessionsRef={accountSessionsRef} />
}

/**
 * Renders the sessions of an actor that is already running.
 * @internal Exported for tests.
 */
export function AccountSessionsWithActor({ account, accountSessionsRef }: WithActor) {
  const sessions = useSelector(accountSessionsRef, selectSessions)
  const failed = useSelector(accountSessionsRef, isFailed)
  const busy = useSelector(accountSessionsRef, isBusy)
  const failure = useSelector(accountSessionsRef, selectFailure)
  if (useSelector(accountSessionsRef, isUnavailable))
    return <p>The API of this site does not tell where an account is signed in.</p>
  return (
    <div className={styles.facts} aria-busy={busy}>
      <FailureAlert failure={failure} />
      {failed ? (
        <RetryButton onRetry={() => accountSessionsRef.send({ type: 'retry.requested' })} />
      ) : null}
      {sessions ? (
        <Sessions account={account} accountSessionsRef={accountSessionsRef} />
      ) : failed ? null : (
        <p role="status">Loading…</p>
      )}
    </div>
  )
}

function Sessions({ account, accountSessionsRef }: WithActor) {
  const sessions = useSelector(accountSessionsRef, selectSessions)!
  const endAll = endAllLabel(sessions)
  return (
    <>
      <p role="status">{sessionSummary(sessions)}</p>
      {sessions.length > 0 ? (
        <ul className={styles.sessions}>
          {sessions.map((session) => (
            <li key={session.iri} ref={keepFocus} className={styles.session}>
              <Session session={session} />
              {session.isCurrent ? null : (
                <EndButton
                  iri={session.iri}
                  label={`Sign out ${session.browser}`}
                  accountSessionsRef={accountSessionsRef}
                >
                  Sign out
                </EndButton>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {endAll ? (
        <div ref={keepFocus} className={styles.actions}>
          <EndButton iri={sessionsIri(account)} accountSessionsRef={accountSessionsRef}>
            {endAll}
          </EndButton>
        </div>
      ) : null}
    </>
  )
}

const Session = ({ session }: { session: AccountSession }) => (
  <div>
    <p className={styles.browser}>
      {session.browser}
      {session.isCurrent ? ' (this browser)' : ''}
    </p>
    <p className={styles.status}>
      Signed in <When date={session.signedInAt} timeStyle="short" />, last used{' '}
      <When date={session.usedAt} />
    </p>
  </div>
)

const When = (props: Omit<SiteDateProps, 'dateStyle'>) =>
  props.date === '' ? null : <SiteDate {...props} dateStyle="long" />

interface EndButtonProps {
  iri: Iri
  label?: string
  accountSessionsRef: AccountSessionsRef
  children: string
}

function EndButton({ iri, label, accountSessionsRef, children }: EndButtonProps) {
  const reason = useSelector(accountSessionsRef, busyReasonOf)
  const ended = useSelector(accountSessionsRef, selectEnded)
  return (
    <Button
      busy={ended === iri}
      disabledReason={reason}
      aria-label={label}
      onClick={() => accountSessionsRef.send({ type: 'end.requested', iri })}
    >
      {children}
    </Button>
  )
}

/** Moves the focus to the panel where the button that has it is removed with its session. */
const keepFocus = (row: HTMLElement | null) => {
  const panel = row?.closest<HTMLElement>('[role="tabpanel"]')
  return () => {
    if (row?.contains(document.activeElement)) panel?.focus()
  }
}
