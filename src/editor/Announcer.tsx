import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { type EditModeRef, isEditing } from '#machines/edit-mode.ts'
import type { UnsavedRef } from '#machines/unsaved.ts'
import type { WritesRef } from '#machines/writes.ts'
import viewStyles from '#src/views/views.module.css'
import { announce, useSaid } from './announcements.ts'
import { useSaving } from './use-saving.ts'

interface AnnouncerProps {
  editModeRef: EditModeRef
  unsavedRef: UnsavedRef | undefined
  writesRef: WritesRef
}

const done = {
  set: 'Saved',
  publish: 'Published',
  delete: 'Deleted',
  move: 'Saved',
  add: 'Added',
} as const

/** Says what has happened to those who do not see it. */
export function Announcer({ editModeRef, unsavedRef, writesRef }: AnnouncerProps) {
  const { words, count } = useSaid()

  useEffect(() => {
    const subscriptions = [
      writesRef.on('change.saved', ({ intent }) => announce(done[intent.kind])),
      writesRef.on('change.undone', () => announce('Undone')),
      writesRef.on('change.redone', () => announce('Redone')),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [writesRef])

  const saving = useSaving(unsavedRef, writesRef)
  useEffect(() => {
    if (saving === 'unsaved') announce('Not saved')
  }, [saving])

  const editing = useSelector(editModeRef, isEditing)
  const wasEditing = useRef(editing)
  useEffect(() => {
    if (editing === wasEditing.current) return
    wasEditing.current = editing
    announce(editing ? 'Editing. Select something on the page to change it.' : 'Done editing')
  }, [editing])

  return (
    <p role="status" className={viewStyles['announcer']}>
      <span key={count}>{words}</span>
    </p>
  )
}
