import { useSelector } from '@xstate/react'
import { isOpen } from '#machines/editing/drafts-list.ts'
import { type Retryable, lazyView } from '#src/ui/lazy/lazy-view.tsx'
import { MissingDialog } from '../dialogs/MissingDialog.tsx'
import { loadTools } from '../load-tools.ts'
import type { DraftsDialogProps } from './DraftsDialog.tsx'

/** Loaded when it is opened for the first time, with the library that compares texts. */
const DraftsDialog = lazyView(async () => (await loadTools()).DraftsDialog, {
  Missing: ({ draftsListRef, onRetry }: DraftsDialogProps & Retryable) => (
    <MissingDialog
      label="Changes"
      onClose={() => draftsListRef.send({ type: 'list.dismissed' })}
      onRetry={onRetry}
    />
  ),
})

/** Shows what is not published yet, once the list of it is requested. */
export const LazyDraftsDialog = (props: DraftsDialogProps) =>
  useSelector(props.draftsListRef, isOpen) ? <DraftsDialog {...props} /> : null
