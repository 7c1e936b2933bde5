import { useSelector } from '@xstate/react'
import { addingTitle, itemIriIn, listAt, listPath } from '#content/admin/resource-lists.ts'
import { isSuperAdmin } from '#content/admin/roles.ts'
import { rowOf } from '#content/admin/resource-rows.ts'
import {
  isFailed,
  isMissing,
  selectFailure,
  selectForm,
  selectItemDeletionRef,
  selectItemSaveRef,
  selectLeaveGuardRef,
} from '#machines/admin/resource-item.ts'
import {
  type ItemDeletionRef,
  isConfirming,
  selectConsequences,
} from '#machines/admin/item-deletion.ts'
import { selectUser } from '#machines/session/auth.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { resourceItem } from '#src/app/effects/admin/resource-item-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'
import { useSearch } from '#src/views/hooks/use-search.ts'
import { AdminScreen } from '../AdminScreen.tsx'
import { RetryButton } from '../RetryButton.tsx'
import { LeaveDialog } from '../LeaveDialog.tsx'
import { DeletionDialog } from './DeletionDialog.tsx'
import { ItemConflicts } from './ItemConflicts.tsx'
import { ItemDetails } from './ItemDetails.tsx'
import { ItemTabs } from './ItemTabs.tsx'
import type { ItemProps } from './item-props.ts'
import styles from './ResourceItem.module.css'

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
}: ItemProps & { title: string; path: string }) {
  const list = listAt(path)
  const search = useSearch()
  const user = useSelector(useAppActor('auth'), selectUser)
  // Others than super admins come from the menu, to their own account.
  const isListed = list.name !== 'users' || isSuperAdmin(user)
  const form = useSelector(resourceItemRef, selectForm)
  const missing = useSelector(resourceItemRef, isMissing)
  const leaveGuardRef = useSelector(resourceItemRef, selectLeaveGuardRef)
  const itemDeletionRef = useSelector(resourceItemRef, selectItemDeletionRef)
  const resource = form?.version?.resource
  const name = resource ? rowOf(list, resource, {}).name : ''
  return (
    <AdminScreen
      title={itemIriIn(path) === null ? addingTitle(list.name) : name || title}
      {...(isListed && { back: { href: listPath(list) + search, label: 'Back to the list' } })}
    >
      <Problems resourceItemRef={resourceItemRef} />
      {resource && !missing ? (
        <ItemTabs path={path} resourceItemRef={resourceItemRef} />
      ) : form ? (
        <ItemDetails resourceItemRef={resourceItemRef} />
      ) : null}
      {leaveGuardRef ? <LeaveDialog leaveGuardRef={leaveGuardRef} /> : null}
      {itemDeletionRef ? <ItemDeletion name={name} itemDeletionRef={itemDeletionRef} /> : null}
    </AdminScreen>
  )
}

/** Says what keeps the item from being shown or saved, and what to do. */
function Problems({ resourceItemRef }: ItemProps) {
  const isRead = useSelector(resourceItemRef, selectForm) !== null
  const failure = useSelector(resourceItemRef, selectFailure)
  const failed = useSelector(resourceItemRef, isFailed)
  const itemSaveRef = useSelector(resourceItemRef, selectItemSaveRef)
  if (useSelector(resourceItemRef, isMissing)) return <Missing isRead={isRead} />
  return (
    <>
      {itemSaveRef ? <ItemConflicts itemSaveRef={itemSaveRef} /> : null}
      <FailureAlert failure={failure} />
      {failed ? (
        <RetryButton onRetry={() => resourceItemRef.send({ type: 'retry.requested' })} />
      ) : null}
      {isRead || failed ? null : <p role="status">Loading…</p>}
    </>
  )
}

/** Asks whether the item is to be deleted, once it is known what else is. */
function ItemDeletion({
  name,
  itemDeletionRef,
}: {
  name: string
  itemDeletionRef: ItemDeletionRef
}) {
  const consequences = useSelector(itemDeletionRef, selectConsequences)
  return useSelector(itemDeletionRef, isConfirming) ? (
    <DeletionDialog
      name={name}
      consequences={consequences}
      onCancel={() => itemDeletionRef.send({ type: 'deletion.canceled' })}
      onConfirm={() => itemDeletionRef.send({ type: 'deletion.confirmed' })}
    />
  ) : null
}

const Missing = ({ isRead }: { isRead: boolean }) => (
  <div role="alert" className={styles.notice}>
    <p>
      {isRead
        ? 'This no longer exists: somebody has deleted it. What you have entered is still below, to be copied, but cannot be saved.'
        : 'This does not exist. It may have been deleted, or the link is wrong.'}
    </p>
  </div>
)
