/** The editor's code, once it has come; it is asked for when an administrator is known. */
import type { Editor } from '#machines/app.ts'
import type { EditorViews } from '#src/views/editing.ts'

let drawn: EditorViews | null = null

export const loadEditor = async (): Promise<Editor> => {
  const { editor, views, prepared } = await import('./editor-piece.ts')
  await prepared
  drawn = views
  return editor
}

/** Null until `loadEditor` has settled. */
export const editorViews = () => drawn
