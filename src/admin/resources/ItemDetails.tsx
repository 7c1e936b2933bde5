import { useSelector } from '@xstate/react'
import { type SubmitEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { formFields, groupedFields } from '#content/admin/item-form.ts'
import { listAt } from '#content/admin/resource-lists.ts'
import {
  isChanged,
  isClosing,
  isMissing,
  isSaved,
  isSaving,
  hasConflicts,
  selectDraft,
  selectForm,
  selectPath,
} from '#machines/admin/resource-item.ts'
import { Button } from '#src/ui/Button.tsx'
import { WriteSweep } from '#src/views/chrome/WriteSweep.tsx'
import { DesignPreview } from './DesignPreview.tsx'
import { ItemFieldControl } from './ItemFieldControl.tsx'
import { focusConflicts, focusInvalid } from './item-focus.ts'
import type { ItemProps } from './item-props.ts'
import { busyReasonOf } from '../busy-reason.ts'
import styles from './ResourceItem.module.css'
import { SearchPreview } from './SearchPreview.tsx'
import { useIsListed } from './use-is-listed.ts'
import { useSaveShortcut } from '../use-save-shortcut.ts'

/** Edits the values of an item. They are saved by the buttons; Enter and Ctrl+S do what the second of them does. */
export function ItemDetails({ resourceItemRef }: ItemProps) {
  const form = useSelector(resourceItemRef, selectForm)!
  const draft = useSelector(resourceItemRef, selectDraft)
  const missing = useSelector(resourceItemRef, isMissing)
  const fields = formFields(form, draft, { isHeaderShown: !missing })
  const ref = useRef<HTMLFormElement>(null)
  const save = (closes = false) => {
    flushSync(() => resourceItemRef.send({ type: 'save.requested', closes }))
    if (!focusInvalid(ref.current!)) focusConflicts()
  }
  useSaveShortcut(() => save())
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    save()
  }
  return (
    <form ref={ref} className={styles.form} noValidate onSubmit={submit}>
      {groupedFields(fields).map((group) => (
        <FieldGroup key={group.group ?? ''} {...group} resourceItemRef={resourceItemRef} />
      ))}
      <SaveBar resourceItemRef={resourceItemRef} onSaveAndClose={() => save(true)} />
    </form>
  )
}

interface SaveBarProps extends ItemProps {
  onSaveAndClose: () => void
}

type FieldGroupProps = ItemProps & ReturnType<typeof groupedFields>[number]

const FieldGroup = ({ group, fields, resourceItemRef }: FieldGroupProps) => (
  <div className={styles.group}>
    {group === null ? null : <h2 className={styles.subheading}>{group}</h2>}
    {fields.map((field) => (
      <div key={field.name} data-field={field.name} className={styles.field}>
        <ItemFieldControl field={field} resourceItemRef={resourceItemRef} />
      </div>
    ))}
    <GroupPreview group={group} fields={fields} resourceItemRef={resourceItemRef} />
  </div>
)

/** Shows what the fields of a group do: to search results, and to the page. */
function GroupPreview({ group, fields, resourceItemRef }: FieldGroupProps) {
  if (group === 'Search engines and sharing')
    return <SearchPreview resourceItemRef={resourceItemRef} />
  return fields.some(({ name }) => name === 'uiComponent') ? (
    <DesignPreview resourceItemRef={resourceItemRef} />
  ) : null
}

function SaveBar({ resourceItemRef, onSaveAndClose }: SaveBarProps) {
  const changed = useSelector(resourceItemRef, isChanged)
  const saving = useSelector(resourceItemRef, isSaving)
  const saved = useSelector(resourceItemRef, isSaved)
  const conflicting = useSelector(resourceItemRef, hasConflicts)
  if (useSelector(resourceItemRef, isMissing)) return null
  return (
    <div className={styles.saveBar}>
      <SaveButtons resourceItemRef={resourceItemRef} onSaveAndClose={onSaveAndClose} />
      {changed ? (
        <Button onClick={() => resourceItemRef.send({ type: 'discard.requested' })}>
          Discard changes
        </Button>
      ) : null}
      <p role="status" className={styles.status}>
        {statusOf({ changed, saving, saved, conflicting })}
      </p>
      <WriteSweep />
    </div>
  )
}

/** Saves what was entered, and closes the item or stays on it: what is new is then shown as what it has become. */
function SaveButtons({ resourceItemRef, onSaveAndClose }: SaveBarProps) {
  const changed = useSelector(resourceItemRef, isChanged)
  const busyReason = useSelector(resourceItemRef, busyReasonOf)
  const saving = useSelector(resourceItemRef, isSaving)
  const closing = useSelector(resourceItemRef, isClosing)
  const isNew = useSelector(resourceItemRef, (snapshot) => !selectForm(snapshot)?.version)
  const isListed = useIsListed(listAt(useSelector(resourceItemRef, selectPath)))
  const disabledReason = busyReason ?? (changed || isNew ? null : 'Nothing was changed.')
  return (
    <>
      {isListed ? (
        <Button busy={closing} disabledReason={disabledReason} onClick={onSaveAndClose}>
          {isNew ? 'Add & Close' : 'Save & Close'}
        </Button>
      ) : null}
      <Button
        type="submit"
        variant="solid"
        busy={saving && !closing}
        disabledReason={disabledReason}
      >
        {isNew ? 'Add Now' : 'Save'}
      </Button>
    </>
  )
}

type ItemStatus = Record<'changed' | 'saving' | 'saved' | 'conflicting', boolean>

const statusOf = ({ changed, saving, saved, conflicting }: ItemStatus) => {
  if (saving) return 'Saving…'
  if (conflicting) return 'Not saved yet: somebody else has changed the same.'
  if (changed) return 'Not saved yet'
  return saved ? 'Saved' : ''
}
