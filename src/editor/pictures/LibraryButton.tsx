import { type ComponentType, Suspense, lazy, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { MediaFile } from '#content/pictures/media-library.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import type { LibraryDialogProps } from './LibraryDialog.tsx'

/** Loaded when it is opened for the first time. */
const LibraryDialog = lazy((): Promise<{ default: ComponentType<LibraryDialogProps> }> =>
  import('./LibraryDialog.tsx').then(
    (loaded) => ({ default: loaded.LibraryDialog }),
    () => ({ default: MissingDialog }),
  ),
)

interface LibraryButtonProps {
  /** Returns false if the library is not to be opened now. */
  onOpen?: () => boolean
  onChoose: (file: MediaFile) => void
}

/** Offers the files of the media library, and reports the one that is chosen. */
export function LibraryButton({ onOpen = () => true, onChoose }: LibraryButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const choose = (file: MediaFile) => {
    // The focus is back on the page before what has it may be replaced by the picture.
    flushSync(() => setOpen(false))
    onChoose(file)
  }
  return (
    <>
      <Button onClick={() => setOpen(onOpen())}>From the library…</Button>
      {isOpen
        ? createPortal(
            <Suspense>
              <LibraryDialog onChoose={choose} onDismiss={() => setOpen(false)} />
            </Suspense>,
            document.body,
          )
        : null}
    </>
  )
}

/** Says that the code of the dialog could not be loaded. */
const MissingDialog = ({ onDismiss }: LibraryDialogProps) => (
  <Dialog label="Media library" onDismiss={onDismiss}>
    <p>The library could not be loaded. Check your connection and reload the page.</p>
    <DialogActions>
      <Button onClick={onDismiss}>Close</Button>
    </DialogActions>
  </Dialog>
)
