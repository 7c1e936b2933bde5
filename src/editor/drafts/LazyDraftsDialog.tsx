import { useSelector } from '@xstate/react'
import { type ComponentType, Suspense, lazy } from 'react'
import { type DraftsListRef, isOpen } from '#machines/editing/drafts-list.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import type { DraftsDialogProps } from './DraftsDialog.tsx'

/** Loaded when it is opened for the first time, with the library that compares texts. */
const DraftsDialog = lazy((): Promise<{ default: ComponentType<DraftsDialogProps> }> =>
  import('./differences-bundle.ts').then(
    (loaded) => ({ default: loaded.DraftsDialog }),
    () => ({ default: MissingDialog }),
  ),
)

/** Shows what is not published yet, once the list of it is requested. */
export function LazyDraftsDialog(props: DraftsDialogProps) {
  if (!useSelector(props.draftsListRef, isOpen)) return null
  return (
    <Suspense>
      <DraftsDialog {...props} />
    </Suspense>
  )
}

/** Says that the code of the dialog could not be loaded. */
function MissingDialog({ draftsListRef }: { draftsListRef: DraftsListRef }) {
  const close = () => draftsListRef.send({ type: 'list.dismissed' })
  return (
    <Dialog label="Changes" onDismiss={close}>
      <p>The list could not be loaded. Check your connection and reload the page.</p>
      <DialogActions>
        <Button onClick={close}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
