import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { type DialogsRef, selectOpenDialog } from '#machines/app/dialogs.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'

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
      <p id={bodyId}>{options.body}</p>
      <DialogActions>
        <Button onClick={cancel}>Cancel</Button>
        <Button variant="solid" onClick={() => dialogsRef.send({ type: 'dialog.confirmed' })}>
          Ok
        </Button>
      </DialogActions>
    </Dialog>
  )
}
