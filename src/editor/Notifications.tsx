import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { type Note, type NotificationsRef, selectNotes } from '#machines/notifications.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { classNames } from '#src/ui/class-names.ts'
import styles from './Notifications.module.css'

interface NotificationsProps {
  notificationsRef: NotificationsRef
  /** What stays there for longer than a note. */
  children?: ReactNode
}

/** What went wrong or well, in a corner, until it has been read. */
export function Notifications({ notificationsRef, children }: NotificationsProps) {
  const notes = useSelector(notificationsRef, selectNotes)
  return (
    <div className={styles.notes} data-editor-chrome="">
      {children}
      {notes.map((note) => (
        <NoteItem key={note.key} note={note} notificationsRef={notificationsRef} />
      ))}
    </div>
  )
}

function NoteItem({ note, notificationsRef }: { note: Note; notificationsRef: NotificationsRef }) {
  const { key, tone, heading, lines } = note
  const hold = () => notificationsRef.send({ type: 'note.held', key })
  const release = () => notificationsRef.send({ type: 'note.released', key })
  return (
    <div
      className={classNames(styles.note, styles[tone])}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon name={tone === 'problem' ? 'warning' : 'check'} />
      <div role={tone === 'problem' ? 'alert' : 'status'} className={styles.words}>
        <p className={styles.heading}>{heading}</p>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <Button
        look="quiet"
        aria-label={`Dismiss: ${heading}`}
        onClick={() => notificationsRef.send({ type: 'note.dismissed', key })}
      >
        <Icon name="close" />
      </Button>
    </div>
  )
}
