import { useId } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'

interface DiscardDialogProps {
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before what was entered on a screen is discarded. */
export function DiscardDialog({ onConfirm, onCancel }: DiscardDialogProps) {
  const descriptionId = useId()
  return (
    <Dialog
      label="Discard your changes?"
      role="alertdialog"
      describedBy={descriptionId}
      onDismiss={onCancel}
    >
      <p id={descriptionId}>What you have changed here is lost, and shows again what is saved.</p>
      <DialogActions>
        <Button onClick={onCancel}>Keep editing</Button>
        <Button variant="danger" onClick={onConfirm}>
          Discard
        </Button>
      </DialogActions>
    </Dialog>
  )
}
