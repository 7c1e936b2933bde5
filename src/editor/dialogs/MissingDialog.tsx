import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'

interface MissingDialogProps {
  /** The heading of the dialog that is missing. */
  label: string
  onClose: () => void
  /** Loads the code again. */
  onRetry: () => void
}

const failure = {
  message: 'This could not be loaded. It is loaded again once the network returns.',
}

/** Says that the code of a dialog could not be loaded. */
export const MissingDialog = ({ label, onClose, onRetry }: MissingDialogProps) => (
  <Dialog label={label} onDismiss={onClose}>
    <FailureAlert failure={failure} />
    <DialogActions>
      <Button variant="solid" onClick={onRetry}>
        Try again
      </Button>
      <Button onClick={onClose}>Close</Button>
    </DialogActions>
  </Dialog>
)
