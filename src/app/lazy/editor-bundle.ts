/** Entry of the editor chunk: the editor's actors and its components for this site's kinds. */
import { siteKinds } from '#site/editors.ts'
import { registry } from '#site/index.ts'
import { createEditorViews } from '#src/editor/create-editor-views.tsx'
import { loadAllViews } from '#src/views/registry/load-views.ts'

export { editor } from '../effects/editor-effects.ts'

export const views = createEditorViews(siteKinds)

/** Resolves when the views of all kinds are loaded, because an editor may add any of them. */
export const viewsLoaded = loadAllViews(registry)
