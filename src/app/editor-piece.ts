/** The one piece that holds all of the editor: its actors, and all that is drawn of it for this site's kinds. */
import { siteKinds } from '#site/editors.ts'
import { createViews } from '#src/editor/load.tsx'

export { editor } from './editor-effects.ts'

export const views = createViews(siteKinds)
