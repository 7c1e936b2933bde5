import { useSelector } from '@xstate/react'
import type { ComponentType } from 'react'
import type { SearchTarget } from '#content/admin/site-commands.ts'
import { type SearchDialogRef, isOpen } from '#machines/admin/search-dialog.ts'
import { type EditModeRef, isEditing } from '#machines/editing/edit-mode.ts'
import { selectFailure } from '#machines/page/error-page.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useIsPageShown } from './hooks/use-is-page-shown.ts'
import { useOpenTarget } from './hooks/use-open-target.ts'
import { useSearchKeys } from './hooks/use-search-keys.ts'

/** The search of the site, which is a part of the admin area and loaded when it is opened. */
export type SiteSearchView = ComponentType<SiteSearchProps>

export interface SiteSearchProps {
  /** True if the page that is shown can be edited, and is not. */
  canEdit: boolean
  isEditing: boolean
  onOpen: (target: SearchTarget) => void
  onClose: () => void
}

interface SearchDialogProps {
  SiteSearch: SiteSearchView
}

/** Shows the search of the site once it is requested, by its keys or a button. */
export function SearchDialog({ SiteSearch }: SearchDialogProps) {
  const searchDialogRef = useAppActor('searchDialog')
  const editModeRef = useAppActor('editMode')
  useSearchKeys(searchDialogRef)
  return useSelector(searchDialogRef, isOpen) ? (
    <OpenSearch {...{ SiteSearch, searchDialogRef, editModeRef }} />
  ) : null
}

interface OpenSearchProps extends SearchDialogProps {
  searchDialogRef: SearchDialogRef
  editModeRef: EditModeRef
}

function OpenSearch({ SiteSearch, searchDialogRef, editModeRef }: OpenSearchProps) {
  const editing = useSelector(editModeRef, isEditing)
  const failed = useSelector(useAppActor('errorPage'), selectFailure) !== null
  const isPageShown = useIsPageShown()
  return (
    <SiteSearch
      canEdit={isPageShown && !failed && !editing}
      isEditing={editing}
      onOpen={useOpenTarget()}
      onClose={() => searchDialogRef.send({ type: 'search.dismissed' })}
    />
  )
}
