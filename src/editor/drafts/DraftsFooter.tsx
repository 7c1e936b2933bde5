import { useSelector } from '@xstate/react'
import { type DraftsListRef, selectSelected } from '#machines/editing/drafts-list.ts'
import { type EditModeRef, selectPendingActionRef } from '#machines/editing/edit-mode.ts'
import { isBusyWith } from '#machines/editing/pending-action.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { refusalOf } from '../action-refusal.ts'
import styles from './DraftsDialog.module.css'
import type { ListedDraft } from './use-listed-drafts.ts'

interface DraftsFooterProps {
  drafts: readonly ListedDraft[]
  draftsListRef: DraftsListRef
  editModeRef: EditModeRef
  onClose: () => void
}

/** Selects all that is ready, and publishes what is selected. */
export function DraftsFooter({ drafts, draftsListRef, editModeRef, onClose }: DraftsFooterProps) {
  const listed = drafts.map(({ iri }) => iri)
  const selected = useSelector(draftsListRef, selectSelected).filter((iri) => listed.includes(iri))
  const refusal = useSelector(editModeRef, refusalOf)
  const busy = useSelector(
    useSelector(editModeRef, selectPendingActionRef),
    isBusyWith('publishAll.requested'),
  )
  const ready = drafts.flatMap(({ iri, lacking }) => (lacking === '' ? [iri] : []))
  const isAll = ready.length > 0 && ready.every((iri) => selected.includes(iri))
  return (
    <div className={styles.footer}>
      {ready.length > 0 ? (
        <Checkbox
          label="Select all"
          checked={isAll}
          onChange={(isSelected) =>
            draftsListRef.send({ type: 'drafts.toggled', iris: ready, isSelected })
          }
        />
      ) : null}
      <div className={styles.actions}>
        <Button onClick={onClose}>Close</Button>
        {listed.length > 0 ? (
          <Button
            variant="solid"
            busy={busy}
            disabledReason={refusal ?? (selected.length === 0 ? 'No draft is selected.' : null)}
            onClick={() => editModeRef.send({ type: 'publishAll.requested', iris: selected })}
          >
            {selected.length === 0 ? 'Publish selected' : `Publish ${selected.length} selected`}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
