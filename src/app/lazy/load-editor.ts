/** Loads the editor's code, once the session is known to be an administrator's. */
import type { SnapshotFrom } from 'xstate'
import type { EditorBundle, appMachine } from '#machines/app/app.ts'
import type { EditorViews } from '#src/views/registry/editing-context.ts'

export const loadEditor = async (): Promise<EditorBundle> => {
  const { editor, views, viewsLoaded } = await import('./editor-bundle.ts')
  await viewsLoaded
  return { actors: editor, views }
}

/** Returns the editor's components; null while the editor is not loaded. */
export const selectEditorViews = (snapshot: SnapshotFrom<typeof appMachine>) =>
  snapshot.context.editorViews as EditorViews | null
