import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { type EditModeRef, isEditing } from '#machines/editing/edit-mode.ts'
import type { PendingEditsRef } from '#machines/editing/pending-edits.ts'
import type { ChangeQueueRef } from '#machines/editing/change-queue.ts'
import viewStyles from '#src/views/views.module.css'
import { announce, useAnnouncement } from './announcement-store.ts'
import { useSaveStatus } from '../hooks/use-save-status.ts'

interface AnnouncerProps {
  editModeRef: EditModeRef
  pendingEditsRef: PendingEditsRef | undefined
  changeQueueRef: ChangeQueueRef
}

const announcementByKind = {
  set: 'Saved',
  publish: 'Published',
  delete: 'Deleted',
  move: 'Saved',
  add: 'Added',
} as const

/** Announces saved, undone and refused changes to screen readers through a live region. */
export function Announcer({ editModeRef, pendingEditsRef, changeQueueRef }: AnnouncerProps) {
  const { message, count } = useAnnouncement()

  useEffect(() => {
    const subscriptions = [
      changeQueueRef.on('change.saved', ({ intent }) => announce(announcementByKind[intent.kind])),
      changeQueueRef.on('change.undone', () => announce('Undone')),
      changeQueueRef.on('change.redone', () => announce('Redone')),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [changeQueueRef])

  const saveStatus = useSaveStatus(pendingEditsRef, changeQueueRef)
  useEffect(() => {
    if (saveStatus === 'unsaved') announce('Not saved')
  }, [saveStatus])

  const editing = useSelector(editModeRef, isEditing)
  const wasEditing = useRef(editing)
  useEffect(() => {
    if (editing === wasEditing.current) return
    wasEditing.current = editing
    announce(editing ? 'Editing. Select something on the page to change it.' : 'Done editing')
  }, [editing])

  return (
    <p role="status" className={viewStyles['liveRegion']}>
      <span key={count}>{message}</span>
    </p>
  )
}
