import { useSelector } from '@xstate/react'
import { type ComponentType, Suspense, lazy } from 'react'
import { type ChangesListRef, isOpen } from '#machines/editing/changes/changes-list.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import type { ChangesDialogProps } from './ChangesDialog.tsx'

/** Loaded when it is opened for the first time, with the library that compares texts. */
const ChangesDialog = lazy((): Promise<{ default: ComponentType<ChangesDialogProps> }> =>
  import('./ChangesDialog.tsx').then(
    (loaded) => ({ default: loaded.ChangesDialog }),
    () => ({ default: MissingDialog }),
  ),
)

/** Shows what is not published yet, once the list of it is requested. */
export function LazyChangesDialog(props: ChangesDialogProps) {
  if (!useSelector(props.changesListRef, isOpen)) return null
  return (
    <Suspense>
      <ChangesDialog {...props} />
    </Suspense>
  )
}

/** Says that the code of the dialog could not be loaded. */
function MissingDialog({ changesListRef }: { changesListRef: ChangesListRef }) {
  const close = () => changesListRef.send({ type: 'list.dismissed' })
  return (
    <Dialog label="Changes" onDismiss={close}>
      <p>The list could not be loaded. Check your connection and reload the page.</p>
      <DialogActions>
        <Button onClick={close}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
