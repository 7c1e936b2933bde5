import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { MediaFile } from '#content/pictures/media-library.ts'
import { Button } from '#src/ui/Button.tsx'
import { loadTools } from '../load-tools.ts'
import { type Retryable, lazyView } from '#src/ui/lazy/lazy-view.tsx'
import { MissingDialog } from '../dialogs/MissingDialog.tsx'
import type { LibraryDialogProps } from '#src/views/media/LibraryDialog.tsx'

/** Loaded once something is selected. */
const LibraryDialog = lazyView(async () => (await loadTools()).LibraryDialog, {
  Missing: ({ onDismiss, onRetry }: LibraryDialogProps & Retryable) => (
    <MissingDialog label="Media library" onClose={onDismiss} onRetry={onRetry} />
  ),
})

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
      {isOpen ? <LibraryDialog onChoose={choose} onDismiss={() => setOpen(false)} /> : null}
    </>
  )
}
