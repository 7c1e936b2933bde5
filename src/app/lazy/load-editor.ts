/** Loads the editor's code, once the session is known to be an administrator's. */
import type { EditorBundle } from '#machines/app/app.ts'
import { loadAllViews } from '#src/views/registry/load-views.ts'
import type { Registry } from '#src/views/registry/registry.ts'

/** Loads the editor with the views of all kinds, because an editor may add any of them. */
export const loadEditor = async (registry: Registry): Promise<EditorBundle> => {
  const [{ editor, views }] = await Promise.all([
    import('./editor-bundle.ts'),
    loadAllViews(registry),
  ])
  return { actors: editor, views }
}
