import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import {
  type PastNotification,
  type PastNotificationsRef,
  selectPast,
} from '#machines/app/past-notifications.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { formatTimestamp } from '../format-timestamp.tsx'
import { NotificationText } from './Notifications.tsx'
import styles from './PastNotifications.module.css'

export interface PastNotificationsProps {
  pastNotificationsRef: PastNotificationsRef
}

/** Lists the notifications of this session, the latest first. */
export function PastNotificationsDialog({ pastNotificationsRef }: PastNotificationsProps) {
  const past = useSelector(pastNotificationsRef, selectPast)
  const closeRef = useRef<HTMLButtonElement>(null)
  const dismiss = () => pastNotificationsRef.send({ type: 'list.dismissed' })
  /** Keeps the focus in the dialog, because the pressed button is gone then. */
  const change = (event: { type: 'past.removed'; id: number } | { type: 'past.cleared' }) => {
    pastNotificationsRef.send(event)
    closeRef.current?.focus()
  }
  return (
    <Dialog label="Notifications" width="wide" onDismiss={dismiss}>
      {past.length > 0 ? (
        <ul className={styles.list}>
          {past.map((one) => (
            <Row
              key={one.id}
              past={one}
              onRemove={() => change({ type: 'past.removed', id: one.id })}
            />
          ))}
        </ul>
      ) : (
        <p>Nothing yet. What was reported since you opened the site appears here.</p>
      )}
      <DialogActions>
        {past.length > 0 ? (
          <Button onClick={() => change({ type: 'past.cleared' })}>Clear all</Button>
        ) : null}
        <Button ref={closeRef} variant="solid" onClick={dismiss}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const Row = ({
  past: { at, notification },
  onRemove,
}: {
  past: PastNotification
  onRemove: () => void
}) => {
  const isProblem = notification.tone === 'problem'
  return (
    <li className={styles.row} data-tone={notification.tone}>
      <Icon name={isProblem ? 'warning' : 'check'} />
      <div className={styles.text}>
        <p className={styles.about}>
          {isProblem ? 'Problem' : 'Note'}, {formatTimestamp(new Date(at).toISOString())}
        </p>
        <NotificationText notification={notification} />
      </div>
      <Button variant="quiet" aria-label={`Remove: ${notification.heading}`} onClick={onRemove}>
        <Icon name="close" />
      </Button>
    </li>
  )
}
