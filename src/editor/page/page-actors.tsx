import { type ReactNode, createContext, use, useMemo } from 'react'
import type { AssembledPage } from '#content/page/page.ts'
import type { PendingEditsRef } from '#machines/editing/changes/pending-edits.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { useCurrentPage } from '../hooks/use-content-scope.ts'
import { useEditMode } from '../hooks/use-edit-mode.ts'

interface PageActors {
  selectionRef: SelectionRef
  pendingEditsRef: PendingEditsRef
  /** The page that is shown; null on a screen of the app. */
  page: AssembledPage | null
}

const PageActorsContext = createContext<PageActors | null>(null)

/** Provides the actors that all components on the page need: a thousand subscriptions to find them would be slow. */
export function PageActorsProvider({ children }: { children: ReactNode }) {
  const { selectionRef, pendingEditsRef } = useEditMode()
  const page = useCurrentPage()
  const actors = useMemo(
    () => selectionRef && pendingEditsRef && { selectionRef, pendingEditsRef, page },
    [selectionRef, pendingEditsRef, page],
  )
  // Both actors live exactly as long as edit mode, which renders this.
  return actors && <PageActorsContext value={actors}>{children}</PageActorsContext>
}

/** Returns the actors of the page. Only for what is rendered in a `<PageActorsProvider>`. */
export const usePageActors = () => use(PageActorsContext)!
