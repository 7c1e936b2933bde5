/** The editor's code, once it has come; it is asked for when an administrator is known. */
import type { EditorActors } from '#machines/app/app.ts'
import type { EditorViews } from '#src/views/registry/editing-context.ts'

let loadedViews: EditorViews | null = null

export const loadEditor = async (): Promise<EditorActors> => {
  const { editor, views, viewsLoaded } = await import('./editor-bundle.ts')
  await viewsLoaded
  loadedViews = views
  return editor
}

/** Null until `loadEditor` has settled. */
export const getEditorViews = () => loadedViews
