/** Entry of the editor chunk: the editor's actors and its components for this site's kinds. */
import { siteKinds } from '#site/editors.ts'
import { createEditorViews } from '#src/editor/create-editor-views.tsx'
import { LazyMachineDock } from './lazy-machine-dock.tsx'
import { LazyPageItem } from './lazy-page-item.tsx'
import { LazySiteSearch } from './lazy-site-search.tsx'

export { editor } from '../effects/editing/editor-effects.ts'

export const views = createEditorViews(siteKinds, {
  SiteSearch: LazySiteSearch,
  PageItem: LazyPageItem,
  MachineDock: LazyMachineDock,
})
