import { useSelector } from '@xstate/react'
import { isOpen } from '#machines/editing/drafts-list.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { type Retryable, lazyView } from '#src/ui/lazy/lazy-view.tsx'
import { loadDifferences } from '../load-tools.ts'
import type { DraftsDialogProps } from './DraftsDialog.tsx'

const failure = {
  message: 'The list could not be loaded. It is loaded again once the network returns.',
}

/** Says that the code of the dialog could not be loaded. */
function MissingDialog({ draftsListRef, onRetry }: DraftsDialogProps & Retryable) {
  const close = () => draftsListRef.send({ type: 'list.dismissed' })
  return (
    <Dialog label="Changes" onDismiss={close}>
      <FailureAlert failure={failure} />
      <DialogActions>
        <Button variant="solid" onClick={onRetry}>
          Try again
        </Button>
        <Button onClick={close}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

/** Loaded when it is opened for the first time, with the library that compares texts. */
const DraftsDialog = lazyView(async () => (await loadDifferences()).DraftsDialog, {
  Missing: MissingDialog,
})

/** Shows what is not published yet, once the list of it is requested. */
export const LazyDraftsDialog = (props: DraftsDialogProps) =>
  useSelector(props.draftsListRef, isOpen) ? <DraftsDialog {...props} /> : null
