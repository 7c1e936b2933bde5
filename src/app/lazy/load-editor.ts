/** Loads the editor's code, once the session is known to be an administrator's. */
import type { EditorActors } from '#machines/app/app.ts'
import type { EditorViews } from '#src/views/registry/editing-context.ts'

let loadedViews: EditorViews | null = null

export const loadEditor = async (): Promise<EditorActors> => {
  const { editor, views, viewsLoaded } = await import('./editor-bundle.ts')
  await viewsLoaded
  loadedViews = views
  return editor
}

/** Returns the editor's components; null until `loadEditor` has resolved. */
export const getEditorViews = () => loadedViews
