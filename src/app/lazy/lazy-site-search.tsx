/** Loads the search of the site when it is opened for the first time. */
import { loadSiteSearch } from '#src/admin/search/load-site-search.ts'
import { MissingDialog } from '#src/editor/dialogs/MissingDialog.tsx'
import type { SiteSearchProps, SiteSearchView } from '#src/editor/SearchDialog.tsx'
import { type Retryable, lazyView } from '#src/ui/lazy/lazy-view.tsx'

export const LazySiteSearch: SiteSearchView = lazyView<SiteSearchProps>(loadSiteSearch, {
  Missing: ({ onClose, onRetry }: SiteSearchProps & Retryable) => (
    <MissingDialog label="Search" onClose={onClose} onRetry={onRetry} />
  ),
})
