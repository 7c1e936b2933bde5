import { useSelector } from '@xstate/react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { EditingContext } from '#src/views/registry/editing-context.ts'
import { useAppRef } from './app-context.tsx'
import { getEditorViews } from '../lazy/load-editor.ts'

/** Gives the page to the editor while somebody edits; the page itself is the same element before and after. */
export function EditorSlot({ children }: { children: ReactNode }) {
  const editModeRef = useSelector(useAppRef(), (snapshot) => snapshot.children.editMode)
  // The editor may be there before the page is taken over, which has to begin with what the server rendered.
  const isHydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  const views = editModeRef && isHydrated ? getEditorViews() : null
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
