import type { PendingEditsRef } from '#machines/editing/pending-edits.ts'
import { FieldSaveError } from './FieldSaveError.tsx'
import { ReorderSaveError } from './ReorderSaveError.tsx'
import { usePendingEditRefs } from '../hooks/use-save-status.ts'

/** Lists every field and reorder that could not be saved. Each entry stays until it is retried or discarded. */
export function SaveErrors({ pendingEditsRef }: { pendingEditsRef: PendingEditsRef }) {
  const { fields, reorders } = usePendingEditRefs(pendingEditsRef)
  return (
    <>
      {Object.values(fields).map((fieldRef) => (
        <FieldSaveError key={fieldRef.id} fieldRef={fieldRef} />
      ))}
      {Object.values(reorders).map((reorderRef) => (
        <ReorderSaveError key={reorderRef.id} reorderRef={reorderRef} />
      ))}
    </>
  )
}
