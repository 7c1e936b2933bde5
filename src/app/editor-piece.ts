/** The one piece that holds all of the editor: its actors, and all that is drawn of it for this site's kinds. */
import { siteKinds } from '#site/editors.ts'
import { registry } from '#site/index.ts'
import { createViews } from '#src/editor/load.tsx'
import { allViews } from '#src/views/arriving.ts'

export { editor } from './editor-effects.ts'

export const views = createViews(siteKinds)

/** Settles once whatever an editor may add can be drawn. */
export const prepared = allViews(registry)
