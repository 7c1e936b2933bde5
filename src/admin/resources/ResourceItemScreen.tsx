import { useSelector } from '@xstate/react'
import { labeledViolations } from '#content/admin/item-form.ts'
import { addingTitle, listPath } from '#content/admin/resource-lists.ts'
import type { Failure } from '#content/model/failure.ts'
import { type ResourceItemRef, isConfirmingDiscard } from '#machines/admin/resource-item.ts'
import { isAdmin, selectUser } from '#machines/session/auth.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { resourceItem } from '#src/app/effects/admin/resource-item-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'
import { useSearch } from '#src/views/hooks/use-search.ts'
import { ownAccountTitle, useOwnTitle } from '../account/use-own-title.ts'
import { AdminScreen } from '../AdminScreen.tsx'
import { RetryButton } from '../RetryButton.tsx'
import { DiscardDialog } from '../DiscardDialog.tsx'
import { LeaveDialog } from '../LeaveDialog.tsx'
import { type ItemPage, useItemPageOf } from '../hooks/use-item-page.ts'
import { ItemConflicts } from './ItemConflicts.tsx'
import { ItemDeletion } from './ItemDeletion.tsx'
import { ItemDetails } from './ItemDetails.tsx'
import { useItemHeader } from './ItemHeader.tsx'
import { ItemTabs } from './ItemTabs.tsx'
import { useRowToReturnTo } from './return-to-row.ts'
import styles from './ResourceItem.module.css'
import { useIsListed } from './use-is-listed.ts'

/** Shows a page, a layout, a user or an item of data as a form, or adds one. */
export function ResourceItemScreen({ title }: { title: string }) {
  const path = usePath()
  return <ItemOnPath key={path} path={path} title={title} />
}

function ItemOnPath({ path, title }: { path: string; title: string }) {
  const resourceItemRef = useViewActor('resourceItem', resourceItem, { path })
  return <ResourceItemWithActor title={title} path={path} resourceItemRef={resourceItemRef} />
}

/**
 * Renders the screen of an actor that is already running.
 * @internal Exported for tests.
 */
export function ResourceItemWithActor({
  title,
  path,
  resourceItemRef,
}: {
  title: string
  path: string
  resourceItemRef: ResourceItemRef
}) {
  const search = useSearch()
  const item = useItemPageOf(path, resourceItemRef)
  const { list, name } = item
  const isListed = useIsListed(list)
  const authRef = useAppActor('auth')
  const user = useSelector(authRef, selectUser)
  const isOwn = item.resource !== null && item.resource['@id'] === user?.['@id']
  useOwnTitle(isOwn)
  useRowToReturnTo(item.resource?.['@id'] ?? null, listPath(list))
  const heading = isOwn ? ownAccountTitle : name || title
  const { editor, controls } = useItemHeader(item, resourceItemRef)
  return (
    <AdminScreen
      title={item.isNew ? addingTitle(list.name) : heading}
      titleEditor={editor}
      action={controls}
      standing={item.standing}
      navigation={useSelector(authRef, isAdmin)}
      {...(isListed && { back: { href: listPath(list) + search, label: 'Back to the list' } })}
    >
      <ItemBody item={item} path={path} resourceItemRef={resourceItemRef} />
    </AdminScreen>
  )
}

interface ItemBodyProps {
  item: ItemPage
  path: string
  resourceItemRef: ResourceItemRef
  isOverPage?: boolean
}

/** Shows an item as a form, what is wrong with it, and the questions before it is left or deleted. */
export const ItemBody = ({ item, ...shown }: ItemBodyProps) => (
  <>
    <Problems item={item} resourceItemRef={shown.resourceItemRef} />
    {item.resource && !item.isMissing ? (
      <ItemTabs {...shown} />
    ) : item.fields ? (
      <ItemDetails resourceItemRef={shown.resourceItemRef} />
    ) : null}
    {useSelector(shown.resourceItemRef, isConfirmingDiscard) ? (
      <DiscardDialog
        onConfirm={() => shown.resourceItemRef.send({ type: 'discard.confirmed' })}
        onCancel={() => shown.resourceItemRef.send({ type: 'discard.canceled' })}
      />
    ) : null}
    {item.leaveGuardRef ? <LeaveDialog leaveGuardRef={item.leaveGuardRef} /> : null}
    {item.itemDeletionRef ? (
      <ItemDeletion name={item.name} itemDeletionRef={item.itemDeletionRef} />
    ) : null}
  </>
)

/** Says what keeps the item from being shown or saved, and what to do. */
function Problems({ item, resourceItemRef }: Omit<ItemBodyProps, 'path'>) {
  const { fields, failure, isFailed, isMissing } = item
  const isRead = fields !== null
  if (isMissing) return <Missing isRead={isRead} />
  return (
    <>
      <ItemConflicts resourceItemRef={resourceItemRef} />
      <FailureAlert failure={failure && inWords(failure, item.form)} />
      {isFailed ? <RetryButton onRetry={item.retry} /> : null}
      {isRead || isFailed ? null : <p role="status">Loading…</p>}
    </>
  )
}

/** Returns a failure that names refused values as their fields do. */
const inWords = ({ message, violations }: Failure, form: ItemPage['form']) => ({
  message,
  violations: labeledViolations(form?.fields ?? [], violations),
})

const Missing = ({ isRead }: { isRead: boolean }) => (
  <div role="alert" className={styles.notice}>
    <p>
      {isRead
        ? 'This no longer exists: somebody has deleted it. What you have entered is still below, to be copied, but cannot be saved.'
        : 'This does not exist. It may have been deleted, or the link is wrong.'}
    </p>
  </div>
)
