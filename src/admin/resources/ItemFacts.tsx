import { useSelector } from '@xstate/react'
import { copyField } from '#content/admin/item-fields.ts'
import { itemPath, listAt } from '#content/admin/resource-lists.ts'
import { rowOf } from '#content/admin/resource-rows.ts'
import { textIn } from '#content/model/text-in.ts'
import type { ItemCopyRef } from '#machines/admin/item-copy.ts'
import { isDeleting, selectForm } from '#machines/admin/resource-item.ts'
import { selectUser } from '#machines/session/auth.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { Button } from '#src/ui/Button.tsx'
import { SiteDate } from '#src/views/page/SiteDate.tsx'
import { CopyButton } from './CopyButton.tsx'
import type { ItemProps } from './item-props.ts'
import { busyReasonOf } from '../busy-reason.ts'
import styles from './ResourceItem.module.css'

interface ItemFactsProps extends ItemProps {
  path: string
  itemCopyRef: ItemCopyRef
  /** True over its page, which needs no link. */
  isOverPage: boolean
}

/** Tells when an item was added and changed, leads to its page, and deletes it. */
export function ItemFacts({ path, resourceItemRef, itemCopyRef, isOverPage }: ItemFactsProps) {
  const resource = useSelector(resourceItemRef, selectForm)!.version!.resource
  const deleting = useSelector(resourceItemRef, isDeleting)
  const reason = useSelector(resourceItemRef, busyReasonOf)
  const user = useSelector(useAppActor('auth'), selectUser)
  const isOwnAccount = user?.['@id'] === resource['@id']
  const { pageHref } = rowOf(listAt(path), resource, {})
  return (
    <section aria-label="About it" className={styles.facts}>
      <dl className={styles.values}>
        {(['createdAt', 'modifiedAt'] as const).map((name) => (
          <Time key={name} label={labels[name]} date={textIn(resource, name)} />
        ))}
        <dt>ID</dt>
        <dd>
          <code>{resource['@id']}</code>
        </dd>
      </dl>
      <div className={styles.actions}>
        {pageHref === null || isOverPage ? null : <a href={pageHref}>Open page</a>}
        <CopyLink path={path} resourceItemRef={resourceItemRef} itemCopyRef={itemCopyRef} />
        {isOwnAccount ? null : (
          <Button
            variant="danger"
            busy={deleting}
            disabledReason={reason}
            onClick={() => resourceItemRef.send({ type: 'deletion.requested' })}
          >
            Delete…
          </Button>
        )}
      </div>
    </section>
  )
}

/** Copies an item of data, or leads to the screen that adds a copy of a page; where the API does that. */
function CopyLink({ path, resourceItemRef, itemCopyRef }: Omit<ItemFactsProps, 'isOverPage'>) {
  const form = useSelector(resourceItemRef, selectForm)!
  if (!form.isCopyable) return null
  if (listAt(path).name === 'data') return <CopyButton itemCopyRef={itemCopyRef} />
  const { resource } = form.version!
  const query = new URLSearchParams({ [copyField]: resource['@id'] })
  return (
    <a href={`${itemPath(listAt(path), null)}?${query}`}>
      {resource['isTemplate'] === true ? 'Create a page from it…' : 'Duplicate…'}
    </a>
  )
}

const labels = { createdAt: 'Created', modifiedAt: 'Changed' }

const Time = ({ label, date }: { label: string; date: string }) =>
  date === '' ? null : (
    <>
      <dt>{label}</dt>
      <dd>
        <SiteDate date={date} dateStyle="long" timeStyle="short" />
      </dd>
    </>
  )
