import { use, useLayoutEffect, useMemo } from 'react'
import type { AssembledPage } from '#content/page/page.ts'
import type { PendingEditsRef } from '#machines/editing/changes/pending-edits.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import type { WaitingActionsRef } from '#machines/editing/waiting-actions.ts'
import { type EditableViews, EditingContext } from '#src/views/registry/editing-context.ts'
import { useCurrentPage } from '../hooks/use-content-scope.ts'
import { useEditMode } from '../hooks/use-edit-mode.ts'
import type { WithSite } from '../site-kinds.ts'

/** The views of the page in edit mode with what all of them need: a thousand subscriptions to find that would be slow. */
export interface PageEditing extends EditableViews, WithSite {
  selectionRef: SelectionRef
  pendingEditsRef: PendingEditsRef
  waitingActionsRef: WaitingActionsRef
  /** The page that is shown; null on a screen of the app. */
  page: AssembledPage | null
}

/** Reports the views of the page while edit mode lasts, and null after that. */
export function useReportEditing(
  views: EditableViews & WithSite,
  onEditing: (editing: EditableViews | null) => void,
) {
  const { selectionRef, pendingEditsRef, waitingActionsRef } = useEditMode()
  const page = useCurrentPage()
  const editing = useMemo(
    (): PageEditing | null =>
      selectionRef && pendingEditsRef && waitingActionsRef
        ? { ...views, selectionRef, pendingEditsRef, waitingActionsRef, page }
        : null,
    [views, selectionRef, pendingEditsRef, waitingActionsRef, page],
  )
  useLayoutEffect(() => onEditing(editing), [editing, onEditing])
}

/** Returns the actors of the page. Only for what is rendered on the page in edit mode. */
export const usePageActors = () => use(EditingContext) as PageEditing
