/** The DOM listeners that take files dropped on the page. The browser would open them, and the editor would be gone. */
import { takesFiles } from '#src/ui/takes-files.ts'
import { isDialogOpen } from '../dom/is-dialog-open.ts'
import { hitTest } from '../dom/hit-test.ts'
import type { PictureActions } from './picture-actions.ts'

/** Adds the listeners; aborting the signal removes them. */
export function addDropListeners({ drop }: PictureActions, signal: AbortSignal) {
  // The browser offers a picture that is dragged within the page as a file, too.
  document.addEventListener('dragstart', mark, { signal })
  document.addEventListener('dragover', (event) => void takesFiles(event), { signal })
  document.addEventListener(
    'drop',
    (event) => {
      const isTaken = event.defaultPrevented
      if (!takesFiles(event) || isTaken || isMarked(event.dataTransfer!) || isDialogOpen()) return
      drop(event.dataTransfer!.files, hitTest(event.target))
    },
    { signal },
  )
}

/** Marks a drag that began on a page that is being edited: its file is not one from the disk. */
const markType = 'application/x-troupe-page'

const mark = ({ dataTransfer }: DragEvent) => dataTransfer?.setData(markType, '1')
/** True for what is dragged within a page that is being edited. */
export const isMarked = ({ types }: DataTransfer) => types.includes(markType)
