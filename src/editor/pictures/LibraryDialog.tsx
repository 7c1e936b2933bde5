import { mediaLibrary } from '#src/app/effects/media-library-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import {
  type LibraryDialogProps,
  LibraryDialog as LibraryView,
} from '#src/views/media/LibraryDialog.tsx'
import { readableFailure } from '../messages.ts'

/** Lists the media library, and chooses one of its files. */
export function LibraryDialog(props: LibraryDialogProps) {
  // No page has this path: what is listed here is not in the URL.
  const mediaLibraryRef = useViewActor('mediaLibrary', mediaLibrary, { path: '', search: '' })
  return (
    <LibraryView {...props} mediaLibraryRef={mediaLibraryRef} describeFailure={readableFailure} />
  )
}
