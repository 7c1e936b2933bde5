import { useEffect, useRef } from 'react'
import type { MediaFile } from '#content/pictures/media-library.ts'
import { Button } from '#src/ui/Button.tsx'
import { isDialogOpen } from '../../dom/is-dialog-open.ts'
import { FileInput } from '../../pictures/FileInput.tsx'
import { LibraryButton } from '../../pictures/LibraryButton.tsx'
import styles from './pictures.module.css'

interface PictureChoiceProps {
  onPick: (file: File) => void
  onChoose: (file: MediaFile) => void
  onCancel: () => void
}

/** Chooses a picture for a text: on the disk, or in the media library. */
export function PictureChoice({ onPick, onChoose, onCancel }: PictureChoiceProps) {
  const ref = useRef<HTMLDivElement>(null)
  const inputRef = useRef<HTMLInputElement>(null)
  useEffect(() => ref.current?.querySelector('button')?.focus(), [])
  return (
    <div
      ref={ref}
      className={styles.choice}
      onKeyDown={(event) => {
        // It closes the dialog of the library first.
        if (event.key !== 'Escape' || isDialogOpen()) return
        event.preventDefault()
        onCancel()
      }}
    >
      <Button onClick={() => inputRef.current!.click()}>Choose a picture…</Button>
      <LibraryButton onChoose={onChoose} />
      <Button onClick={onCancel}>Cancel</Button>
      <FileInput ref={inputRef} hidden onPick={onPick} />
    </div>
  )
}
