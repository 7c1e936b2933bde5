import { useSelector } from '@xstate/react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { EditingContext } from '#src/views/editing.ts'
import { useApp } from './actors.tsx'
import { editorViews } from './editor-views.ts'

/** Gives the page to the editor while somebody edits; the page itself is the same element before and after. */
export function EditorSlot({ children }: { children: ReactNode }) {
  const editModeRef = useSelector(useApp(), (snapshot) => snapshot.children.editMode)
  // The editor may be there before the page is taken over, which has to begin with what the server rendered.
  const isTakenOver = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  const views = editModeRef && isTakenOver ? editorViews() : null
  const editing = useSelector(
    editModeRef,
    (snapshot) => snapshot !== undefined && views !== null && views.isEditing(snapshot),
  )
  return (
    <EditingContext value={editing && views ? views.editing : null}>
      {views && <views.Bar />}
      {children}
      {views && <views.Overlay />}
    </EditingContext>
  )
}

const neverChanges = () => () => {}
