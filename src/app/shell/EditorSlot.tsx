import { useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import { selectEditorViews } from '#machines/app/app.ts'
import {
  type EditableViews,
  EditingContext,
  type EditorViews,
} from '#src/views/registry/editing-context.ts'
import { useAppRef } from './app-context.tsx'
import { useIsHydrated } from '#src/views/hooks/use-is-hydrated.ts'

/** Renders the editor around the page in edit mode; the page's own elements stay mounted. */
export function EditorSlot({ children }: { children: ReactNode }) {
  // The editor's code may be loaded before hydration.
  const isHydrated = useIsHydrated()
  const editorViews = useSelector(useAppRef(), selectEditorViews) as EditorViews | null
  const views = isHydrated ? editorViews : null
  const [editing, setEditing] = useState<EditableViews | null>(null)
  return (
    <EditingContext value={editing}>
      {views && <views.Bar />}
      {children}
      {views && <views.Overlay onEditing={setEditing} />}
    </EditingContext>
  )
}
