/** Takes the files that are pasted into a text or dropped on it. */
import { Plugin } from 'prosemirror-state'
import { isMarked } from '../../pictures/drop-listeners.ts'

/** Returns the files of what is pasted or dropped; none where it has words or was dragged within the page. */
function filesIn(data: DataTransfer | null) {
  if (!data || isMarked(data)) return []
  const { body } = new DOMParser().parseFromString(data.getData('text/html'), 'text/html')
  return body.textContent.trim() ? [] : [...data.files]
}

/** Reports the files that are pasted into a text or dropped on it, and where. */
export type OnFiles = (files: readonly File[], pos: number) => void

export const createPictureFiles = (onFiles: OnFiles) =>
  new Plugin({
    props: {
      handlePaste(view, { clipboardData }) {
        const files = filesIn(clipboardData)
        if (files.length > 0) onFiles(files, view.state.selection.to)
        return files.length > 0
      },
      handleDrop(view, { dataTransfer, clientX, clientY }, _slice, isMoved) {
        const files = isMoved ? [] : filesIn(dataTransfer)
        const pos = view.posAtCoords({ left: clientX, top: clientY })?.pos
        if (files.length === 0 || pos === undefined) return false
        onFiles(files, pos)
        return true
      },
    },
  })
