import { useSelector } from '@xstate/react'
import { type SubmitEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { groupedFields } from '#content/admin/item-form.ts'
import {
  isChanged,
  isMissing,
  isSaved,
  isSaving,
  hasConflicts,
  selectDraft,
  selectForm,
} from '#machines/admin/resource-item.ts'
import { Button } from '#src/ui/Button.tsx'
import { DesignPreview } from './DesignPreview.tsx'
import { ItemFieldControl } from './ItemFieldControl.tsx'
import { focusConflicts } from './item-focus.ts'
import type { ItemProps } from './item-props.ts'
import { busyReasonOf } from '../busy-reason.ts'
import styles from './ResourceItem.module.css'
import { SearchPreview } from './SearchPreview.tsx'
import { useSaveShortcut } from '../use-save-shortcut.ts'

/** Edits the values of an item. They are saved by the button, by Enter and by Ctrl+S. */
export function ItemDetails({ resourceItemRef }: ItemProps) {
  const form = useSelector(resourceItemRef, selectForm)!
  const draft = useSelector(resourceItemRef, selectDraft)
  const ref = useRef<HTMLFormElement>(null)
  const save = () => {
    flushSync(() => resourceItemRef.send({ type: 'save.requested' }))
    const invalid = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (invalid) invalid.focus()
    else focusConflicts()
  }
  useSaveShortcut(save)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    save()
  }
  return (
    <form ref={ref} className={styles.form} noValidate onSubmit={submit}>
      {groupedFields(form, draft).map(({ group, fields }) => (
        <div key={group ?? ''} className={styles.group}>
          {group === null ? null : <h2 className={styles.subheading}>{group}</h2>}
          {fields.map((field) => (
            <div key={field.name} data-field={field.name} className={styles.field}>
              <ItemFieldControl field={field} resourceItemRef={resourceItemRef} />
            </div>
          ))}
          <GroupPreview group={group} fields={fields} resourceItemRef={resourceItemRef} />
        </div>
      ))}
      <SaveBar resourceItemRef={resourceItemRef} />
    </form>
  )
}

type GroupPreviewProps = ItemProps & ReturnType<typeof groupedFields>[number]

/** Shows what the fields of a group do: to search results, and to the page. */
function GroupPreview({ group, fields, resourceItemRef }: GroupPreviewProps) {
  if (group === 'Search engines and sharing')
    return <SearchPreview resourceItemRef={resourceItemRef} />
  return fields.some(({ name }) => name === 'uiComponent') ? (
    <DesignPreview resourceItemRef={resourceItemRef} />
  ) : null
}

function SaveBar({ resourceItemRef }: ItemProps) {
  const changed = useSelector(resourceItemRef, isChanged)
  const saving = useSelector(resourceItemRef, isSaving)
  const reason = useSelector(resourceItemRef, busyReasonOf)
  const saved = useSelector(resourceItemRef, isSaved)
  const conflicting = useSelector(resourceItemRef, hasConflicts)
  const isNew = useSelector(resourceItemRef, (snapshot) => !selectForm(snapshot)?.version)
  if (useSelector(resourceItemRef, isMissing)) return null
  return (
    <div className={styles.saveBar}>
      <Button
        type="submit"
        variant="solid"
        busy={saving}
        disabledReason={reason ?? (changed || isNew ? null : 'Nothing was changed.')}
      >
        {isNew ? 'Add' : 'Save'}
      </Button>
      {changed ? (
        <Button onClick={() => resourceItemRef.send({ type: 'changes.discarded' })}>
          Discard changes
        </Button>
      ) : null}
      <p role="status" className={styles.status}>
        {statusOf({ changed, saving, saved, conflicting })}
      </p>
    </div>
  )
}

type ItemStatus = Record<'changed' | 'saving' | 'saved' | 'conflicting', boolean>

const statusOf = ({ changed, saving, saved, conflicting }: ItemStatus) => {
  if (saving) return 'Saving…'
  if (conflicting) return 'Not saved yet: somebody else has changed the same.'
  if (changed) return 'Not saved yet'
  return saved ? 'Saved' : ''
}
