import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { type BulkAction, maxBulkMembers } from '#content/admin/bulk-change.ts'
import { bulkWords } from '#content/admin/bulk-words.ts'
import type { ListName } from '#content/admin/resource-lists.ts'
import { type BulkChangeRef, isChanging, selectRequest } from '#machines/admin/bulk-change.ts'
import { Button } from '#src/ui/Button.tsx'
import type { ListPage } from '../hooks/use-list-page.ts'
import styles from './ResourceList.module.css'

const labels: Readonly<Record<BulkAction, string>> = {
  publish: 'Publish drafts',
  unpublish: 'Unpublish',
  layout: 'Change layout',
  duplicate: 'Duplicate',
  delete: 'Delete',
}

/** Selects all rows, says how many are selected, and offers what can be done with them. */
export function BulkBar({ listPage }: { listPage: ListPage }) {
  const { actions, selected, selectable, bulkChangeRef } = listPage
  const reason = refusalOf(listPage)
  const ref = useRef<HTMLDivElement>(null)
  useFocusReturn(ref, selected.length)
  if (actions.length === 0 || selectable.length === 0) return null
  return (
    <div
      ref={ref}
      className={styles.bulk}
      onKeyDown={({ key }) => key === 'Escape' && listPage.clearSelection()}
    >
      <SelectAll listPage={listPage} />
      <p role="status">
        {bulkChangeRef ? (
          <Progress name={listPage.shown.name} bulkChangeRef={bulkChangeRef} />
        ) : selected.length > 0 ? (
          selectedLabel(selected.length)
        ) : null}
      </p>
      {selected.length > 0
        ? actions.map((action) => (
            <Button
              key={action}
              variant={action === 'delete' ? 'danger' : 'plain'}
              disabledReason={reason}
              onClick={() => listPage.requestChange(action)}
            >
              {labels[action]}
            </Button>
          ))
        : null}
    </div>
  )
}

const tooMany = `At most ${maxBulkMembers} can be changed at once.`

/** Returns why the selected rows cannot be changed now, or null. */
function refusalOf({ isBusy, bulkChangeRef, selected }: ListPage) {
  if (isBusy) return 'Loading…'
  if (bulkChangeRef) return 'The last change is not done yet.'
  return selected.length > maxBulkMembers ? tooMany : null
}

/** Returns how many rows are selected, and how many of them can be changed at once. */
const selectedLabel = (count: number) =>
  count > maxBulkMembers ? `${count} selected. ${tooMany}` : `${count} selected`

/** Keeps the focus in the bar when the buttons leave with the selection. */
function useFocusReturn(ref: { current: HTMLDivElement | null }, count: number) {
  const previous = useRef(count)
  useEffect(() => {
    const isEmptied = count === 0 && previous.current > 0
    previous.current = count
    if (isEmptied && document.activeElement === document.body)
      (ref.current?.querySelector('input') ?? document.getElementById('main'))?.focus()
  }, [ref, count])
}

function SelectAll({ listPage: { selected, selectable, selectAll } }: { listPage: ListPage }) {
  const ref = useRef<HTMLInputElement>(null)
  const isPartial = selected.length > 0 && selected.length < selectable.length
  useEffect(() => {
    ref.current!.indeterminate = isPartial
  }, [isPartial])
  return (
    <label>
      <span className={styles.check}>
        <input
          ref={ref}
          type="checkbox"
          checked={selected.length === selectable.length}
          onChange={selectAll}
        />
      </span>
      Select all
    </label>
  )
}

/** Says what is being done with how many. */
function Progress({ name, bulkChangeRef }: { name: ListName; bulkChangeRef: BulkChangeRef }) {
  const request = useSelector(bulkChangeRef, selectRequest)
  return useSelector(bulkChangeRef, isChanging)
    ? bulkWords(name, request).progress
    : `${request.members.length} selected`
}
