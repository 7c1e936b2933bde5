import { useSelector } from '@xstate/react'
import { type SearchDialogRef, isOpen } from '#machines/admin/search-dialog.ts'
import { type Retryable, lazyView } from '#src/ui/lazy/lazy-view.tsx'
import { MissingDialog } from '../dialogs/MissingDialog.tsx'
import type { SiteSearchProps } from './SiteSearch.tsx'
import { useSearchKeys } from './use-search-keys.ts'

/** Loaded when it is opened for the first time. */
const SiteSearch = lazyView(async () => (await import('./SiteSearch.tsx')).SiteSearch, {
  Missing: ({ onClose, onRetry }: SiteSearchProps & Retryable) => (
    <MissingDialog label="Search" onClose={onClose} onRetry={onRetry} />
  ),
})

/** Shows the search of the site once it is requested, by its keys or a button. */
export function LazySiteSearch({ searchDialogRef }: { searchDialogRef: SearchDialogRef }) {
  useSearchKeys(searchDialogRef)
  return useSelector(searchDialogRef, isOpen) ? (
    <SiteSearch onClose={() => searchDialogRef.send({ type: 'search.dismissed' })} />
  ) : null
}
