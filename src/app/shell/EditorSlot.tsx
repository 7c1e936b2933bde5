import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { selectEditModeRef, selectEditorViews } from '#machines/app/app.ts'
import { EditingContext, type EditorViews } from '#src/views/registry/editing-context.ts'
import { useAppRef } from './app-context.tsx'
import { useIsHydrated } from '#src/views/hooks/use-is-hydrated.ts'

/** Renders the editor around the page in edit mode; the page's own elements stay mounted. */
export function EditorSlot({ children }: { children: ReactNode }) {
  const editModeRef = useSelector(useAppRef(), selectEditModeRef)
  // The editor's code may be loaded before hydration.
  const isHydrated = useIsHydrated()
  const editorViews = useSelector(useAppRef(), selectEditorViews) as EditorViews | null
  const views = isHydrated ? editorViews : null
  const editing = useSelector(
    editModeRef,
    (snapshot) => snapshot !== undefined && views !== null && views.isEditing(snapshot),
  )
  return (
    <EditingContext value={editing && views ? views.editable : null}>
      {views && <views.Bar />}
      {children}
      {views && <views.Overlay />}
    </EditingContext>
  )
}
