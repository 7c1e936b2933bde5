import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { MediaFile } from '#content/pictures/media-library.ts'
import { mediaLibrary } from '#src/app/effects/media-library-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { type LibraryDialogProps, LibraryDialog } from '#src/views/media/LibraryDialog.tsx'
import styles from './PictureChoice.module.css'

interface ShownPicture {
  src: string
  width?: number
  height?: number
}

interface PictureChoiceProps {
  label: string
  hint?: string | undefined
  error: string | undefined
  /** True if no picture is chosen. */
  isEmpty: boolean
  /** The chosen picture; undefined where it is not known. */
  picture: ShownPicture | undefined
  onChoose: (file: MediaFile) => void
  onRemove: () => void
}

/** Chooses a picture of the media library. */
export function PictureChoice({ label, hint, error, isEmpty, ...choice }: PictureChoiceProps) {
  const { picture, onChoose, onRemove } = choice
  const [isOpen, setOpen] = useState(false)
  const choose = (file: MediaFile) => {
    // The focus is back on the button before that is rendered again.
    flushSync(() => setOpen(false))
    onChoose(file)
  }
  return (
    <div role="group" aria-label={label} className={styles.field}>
      <span className={styles.label}>{label}</span>
      {picture ? <Picture {...picture} /> : null}
      <div className={styles.actions}>
        <Button aria-invalid={error ? true : undefined} onClick={() => setOpen(true)}>
          {isEmpty ? 'Choose a picture…' : 'Choose another…'}
        </Button>
        {isEmpty ? null : <Button onClick={onRemove}>Remove</Button>}
      </div>
      {hint ? <p className={styles.hint}>{hint}</p> : null}
      {error ? <p className={styles.error}>{error}</p> : null}
      {isOpen ? <Library onChoose={choose} onDismiss={() => setOpen(false)} /> : null}
    </div>
  )
}

const Picture = ({ src, width, height }: ShownPicture) => (
  <img src={src} width={width} height={height} alt="" className={styles.picture} />
)

/** Lists the files. A search in the dialog is no submission of the form that the field is in. */
function Library(props: LibraryDialogProps) {
  // No page has this path: what is listed here is not in the URL.
  const mediaLibraryRef = useViewActor('mediaLibrary', mediaLibrary, { path: '', search: '' })
  return (
    <div onSubmit={(event) => event.stopPropagation()}>
      <LibraryDialog {...props} mediaLibraryRef={mediaLibraryRef} />
    </div>
  )
}
