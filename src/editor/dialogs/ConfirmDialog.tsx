import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { type DialogsRef, selectOpenDialog } from '#machines/app/dialogs.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import styles from './ConfirmDialog.module.css'
import { DeletionNote } from './DeletionNote.tsx'

/** Shows the first confirmation in the queue. Escape and a press outside count as Cancel. */
export function ConfirmDialog({ dialogsRef }: { dialogsRef: DialogsRef }) {
  const options = useSelector(dialogsRef, selectOpenDialog)
  const bodyId = useId()
  if (!options) return null
  const cancel = () => dialogsRef.send({ type: 'dialog.canceled' })
  return (
    <Dialog
      key={options.title + options.body}
      label={options.title}
      describedBy={bodyId}
      onDismiss={cancel}
    >
      <div id={bodyId} className={styles.body}>
        <p>{options.body}</p>
        {options.deleted ? <DeletionNote deleted={options.deleted} /> : null}
      </div>
      <DialogActions>
        <Button onClick={cancel}>Cancel</Button>
        <Button variant="solid" onClick={() => dialogsRef.send({ type: 'dialog.confirmed' })}>
          Ok
        </Button>
      </DialogActions>
    </Dialog>
  )
}
