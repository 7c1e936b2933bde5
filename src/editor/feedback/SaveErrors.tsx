import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { type PendingEditsRef, isRefused } from '#machines/editing/changes/pending-edits.ts'
import type { UnsavedListRef } from '#machines/editing/changes/unsaved-list.ts'
import { FieldSaveError } from './FieldSaveError.tsx'
import { MoveSaveError } from './MoveSaveError.tsx'
import { usePendingEditRefs } from '../hooks/use-save-status.ts'
import styles from './SaveError.module.css'

interface SaveErrorsProps {
  pendingEditsRef: PendingEditsRef
  unsavedListRef: UnsavedListRef
  /** The other things that are not saved. */
  children: ReactNode
}

/**
 * Lists every field and move that could not be saved. Each entry stays until it is retried or discarded. The first
 * one gets the focus when it keeps an action from running. If there is none, it is something that waits for the network.
 */
export function SaveErrors({ pendingEditsRef, unsavedListRef, children }: SaveErrorsProps) {
  const { fields, reorders, transfers } = usePendingEditRefs(pendingEditsRef)
  const refused = useSelector(pendingEditsRef, isRefused)
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!refused) return
    const first = ref.current?.querySelector('section')
    if (first) first.focus()
    else unsavedListRef.send({ type: 'list.requested' })
    pendingEditsRef.send({ type: 'refusal.shown' })
  }, [refused, pendingEditsRef, unsavedListRef])
  return (
    <div ref={ref} className={styles.list}>
      {Object.values(fields).map((fieldRef) => (
        <FieldSaveError key={fieldRef.id} fieldRef={fieldRef} />
      ))}
      {[...Object.values(reorders), ...Object.values(transfers)].map((moveRef) => (
        <MoveSaveError key={moveRef.id} moveRef={moveRef} />
      ))}
      {children}
    </div>
  )
}
