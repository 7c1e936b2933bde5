import { useId } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import styles from './ResourceList.module.css'

interface DeletionDialogProps {
  /** The name of what is to be deleted. */
  name: string
  /** The sentences about what else is deleted. */
  consequences: readonly string[]
  isUndoable: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Asks whether something is to be deleted, and says what is deleted with it. */
export function DeletionDialog({
  name,
  consequences,
  isUndoable,
  onCancel,
  onConfirm,
}: DeletionDialogProps) {
  const descriptionId = useId()
  return (
    <Dialog
      label={`Delete “${name}”?`}
      role="alertdialog"
      describedBy={descriptionId}
      onDismiss={onCancel}
    >
      <div id={descriptionId} className={styles.consequences}>
        {consequences.length > 0 ? (
          <ul>
            {consequences.map((consequence) => (
              <li key={consequence}>{consequence}</li>
            ))}
          </ul>
        ) : null}
        <p>{isUndoable ? 'It can be undone for an hour.' : 'It cannot be brought back.'}</p>
      </div>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="danger" onClick={onConfirm}>
          Delete
        </Button>
      </DialogActions>
    </Dialog>
  )
}
