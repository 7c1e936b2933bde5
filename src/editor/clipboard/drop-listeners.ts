/** The DOM listeners that take files dropped on the page. The browser would open them, and the editor would be gone. */
import { isDialogOpen } from '../dom/is-dialog-open.ts'
import { hitTest } from '../dom/hit-test.ts'
import type { PictureActions } from './picture-actions.ts'

/** Adds the listeners; aborting the signal removes them. */
export function addDropListeners({ drop }: PictureActions, signal: AbortSignal) {
  // A picture that is dragged within the page is a file, too.
  let isOwn = false
  document.addEventListener('dragstart', () => (isOwn = true), { signal })
  document.addEventListener('dragend', () => (isOwn = false), { signal })
  document.addEventListener('dragover', preventOpening, { signal })
  document.addEventListener(
    'drop',
    (event) => {
      const isTaken = event.defaultPrevented
      if (!preventOpening(event) || isTaken || isOwn || isDialogOpen()) return
      drop(event.dataTransfer!.files, hitTest(event.target))
    },
    { signal },
  )
}

/** Keeps the browser from opening what is dragged. Returns false if that is no file. */
const preventOpening = (event: DragEvent) => {
  if (!event.dataTransfer?.types.includes('Files')) return false
  event.preventDefault()
  return true
}
