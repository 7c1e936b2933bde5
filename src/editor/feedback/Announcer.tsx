import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { type AnnouncerRef, selectCount, selectMessage } from '#machines/app/announcer.ts'
import type { PendingEditsRef } from '#machines/editing/pending-edits.ts'
import type { ChangeQueueRef } from '#machines/editing/change-queue.ts'
import viewStyles from '#src/views/views.module.css'
import { useSaveStatus } from '../hooks/use-save-status.ts'

interface AnnouncerProps {
  announcerRef: AnnouncerRef
  pendingEditsRef: PendingEditsRef | undefined
  changeQueueRef: ChangeQueueRef
}

/** Renders the live region with the latest announcement for screen readers. */
export function Announcer({ announcerRef, pendingEditsRef, changeQueueRef }: AnnouncerProps) {
  const message = useSelector(announcerRef, selectMessage)
  const count = useSelector(announcerRef, selectCount)
  const saveStatus = useSaveStatus(pendingEditsRef, changeQueueRef)
  useEffect(() => {
    if (saveStatus !== 'unsaved') return
    announcerRef.send({ type: 'announcement.requested', message: 'Not saved' })
  }, [saveStatus, announcerRef])

  return (
    <p role="status" className={viewStyles['liveRegion']}>
      <span key={count}>{message}</span>
    </p>
  )
}
