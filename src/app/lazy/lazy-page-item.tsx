/** Loads the form of the page that is shown when it is opened for the first time. */
import { MissingDialog } from '#src/editor/dialogs/MissingDialog.tsx'
import type { PageItemProps, PageItemView } from '#src/editor/ItemOverlay.tsx'
import { type Retryable, lazyView } from '#src/ui/lazy/lazy-view.tsx'

const loadPageItem = async () =>
  (await import('#src/admin/resources/PageItemDialog.tsx')).PageItemDialog

export const LazyPageItem: PageItemView = lazyView<PageItemProps>(loadPageItem, {
  Missing: ({ itemDialogRef, onRetry }: PageItemProps & Retryable) => (
    <MissingDialog
      label="Settings of this page"
      onClose={() => itemDialogRef.send({ type: 'item.dismissed', isUnsaved: false })}
      onRetry={onRetry}
    />
  ),
})
