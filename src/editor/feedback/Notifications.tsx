import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { Violation } from '#content/model/resource.ts'
import type { AppNotification } from '#machines/app/app-notification.ts'
import {
  type NotificationHold,
  type NotificationsRef,
  isHeld,
  lifetime,
  selectNotifications,
} from '#machines/app/notifications.ts'
import { useResource, useResourceSelector } from '#src/resources/use-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import popoverStyles from '#src/ui/Popover.module.css'
import { classNames } from '#src/ui/class-names.ts'
import { useEntrance } from '#src/ui/motion/use-entrance.ts'
import styles from './Notifications.module.css'
import { focusPanel } from '../dom/find-panel.ts'
import { keepClearOfSelection } from '../dom/keep-clear.ts'
import { focusSelectedText } from '../dom/keep-focus.ts'
import { onFocusRemoved } from '../hooks/use-focus-fallback.ts'
import { quotedLabelOf } from '../labels.ts'
import { useKind, useSiteKinds } from '../site-kinds.ts'
import { OtherPageChange } from './OtherPageChange.tsx'
import { fieldLabelOf, sentenceOf } from '../messages.ts'

interface NotificationsProps {
  notificationsRef: NotificationsRef
  /** True while the notice that the page has changed stands at its top. */
  isBelowUpdate?: boolean
  /** Content shown above the notifications that does not expire with them. */
  children?: ReactNode
}

/**
 * Shows notifications in a corner of the page, where they do not cover what is being edited. Hover and focus pause their
 * expiry.
 */
export function Notifications({
  notificationsRef,
  isBelowUpdate = false,
  children,
}: NotificationsProps) {
  const notifications = useSelector(notificationsRef, selectNotifications)
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => keepClearOfSelection(ref.current!), [])
  // A button goes with the notice it belongs to, and the work goes on where it was.
  useEffect(() => onFocusRemoved(ref.current!, focusWork), [])
  return (
    <div
      ref={ref}
      className={styles.notifications}
      data-editor-chrome=""
      data-below-update={isBelowUpdate ? '' : undefined}
    >
      {children}
      {notifications.map((notification) => (
        <NotificationItem
          key={notification.key}
          notification={notification}
          notificationsRef={notificationsRef}
        />
      ))}
    </div>
  )
}

/** Focuses what is worked on: the text, the panel, or on a screen of the admin area its content. */
const focusWork = () =>
  focusSelectedText() ||
  focusPanel() ||
  document.getElementById('main')?.focus({ preventScroll: true })

interface NotificationItemProps {
  notification: AppNotification
  notificationsRef: NotificationsRef
}

function NotificationItem({ notification, notificationsRef }: NotificationItemProps) {
  const { key, tone } = notification
  const ref = useRef<HTMLDivElement>(null)
  useEntrance(ref, '16px, 0')
  const pause = (by: NotificationHold) => () =>
    notificationsRef.send({ type: 'notification.paused', key, by })
  const resume = (by: NotificationHold) => () =>
    notificationsRef.send({ type: 'notification.resumed', key, by })
  return (
    <div
      ref={ref}
      className={classNames(popoverStyles.popover, styles.notification, styles[tone])}
      onPointerEnter={pause('pointer')}
      onPointerLeave={resume('pointer')}
      onFocus={pause('focus')}
      onBlur={resume('focus')}
    >
      <Icon name={tone === 'problem' ? 'warning' : 'check'} />
      <div role={tone === 'problem' ? 'alert' : 'status'} className={styles.message}>
        <NotificationText notification={notification} />
      </div>
      <NotificationButtons notification={notification} notificationsRef={notificationsRef} />
    </div>
  )
}

/** Draws how much of its time a notification has left. It is full while the time does not run, and starts again afterwards. */
function TimeRing({ notification, notificationsRef }: NotificationItemProps) {
  const held = useSelector(notificationsRef, (snapshot) => isHeld(snapshot, notification.key))
  const [run, setRun] = useState({ notification, count: 0 })
  if (run.notification !== notification) setRun({ notification, count: run.count + 1 })
  return (
    <svg
      key={run.count}
      aria-hidden="true"
      viewBox="0 0 32 32"
      className={styles.ring}
      data-time-ring={held ? 'held' : 'running'}
      style={{ animationDuration: `${lifetime}ms` }}
    >
      <circle cx="16" cy="16" r="14" pathLength="1" />
    </svg>
  )
}

/** Shows the words of a notification. */
export const NotificationText = ({ notification }: { notification: AppNotification }) => {
  const { heading, messages, invalid, otherPageChange } = notification
  return (
    <>
      <p className={styles.heading}>{heading}</p>
      {messages.map((message) => (
        <p key={message}>{sentenceOf(message)}</p>
      ))}
      {invalid ? <InvalidProperties {...invalid} /> : null}
      {otherPageChange ? <OtherPageChange {...otherPageChange} /> : null}
    </>
  )
}

function NotificationButtons({ notification, notificationsRef }: NotificationItemProps) {
  const { key, heading, action } = notification
  return (
    <>
      {action === undefined ? null : (
        <Button onClick={() => notificationsRef.send({ type: 'notification.chosen', key })}>
          {action}
        </Button>
      )}
      <Button
        variant="quiet"
        className={styles.dismiss}
        aria-label={`Dismiss: ${heading}`}
        onClick={() => notificationsRef.send({ type: 'notification.dismissed', key })}
      >
        <Icon name="close" />
        <TimeRing notification={notification} notificationsRef={notificationsRef} />
      </Button>
    </>
  )
}

const InvalidProperties = ({ iri, violations }: NonNullable<AppNotification['invalid']>) =>
  violations.map((violation) => (
    <InvalidProperty
      key={`${violation.iri} ${violation.propertyPath} ${violation.message}`}
      iri={violation.iri ?? iri ?? undefined}
      violation={violation}
    />
  ))

interface InvalidPropertyProps {
  iri: Iri | undefined
  violation: Violation
}

/** Says what is wrong with a property, and in which component if the notification is about several. */
function InvalidProperty({ iri, violation }: InvalidPropertyProps) {
  const site = useSiteKinds()
  const { kind } = useKind(useResource(iri)?.['@type'])
  const subject = useResourceSelector((read) =>
    violation.iri === undefined ? '' : quotedLabelOf(violation.iri, read, site),
  )
  const label = fieldLabelOf(kind, violation.propertyPath)
  return <p>{[subject, label, violation.message].filter((part) => part !== '').join(': ')}</p>
}
