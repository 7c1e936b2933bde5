/** The one piece that holds all of the editor: its actors, and all that is drawn of it for this site's kinds. */
import { siteKinds } from '#site/editors.ts'
import { registry } from '#site/index.ts'
import { createEditorViews } from '#src/editor/create-editor-views.tsx'
import { loadAllViews } from '#src/views/registry/load-views.ts'

export { editor } from '../effects/editor-effects.ts'

export const views = createEditorViews(siteKinds)

/** Settles once whatever an editor may add can be drawn. */
export const viewsLoaded = loadAllViews(registry)
