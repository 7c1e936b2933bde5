import { useSelector } from '@xstate/react'
import { type KeyboardEvent, type SubmitEvent, useLayoutEffect, useRef } from 'react'
import {
  type ItemField,
  headerField,
  isChanged,
  optionsOf,
  savedValue,
  shownValue,
} from '#content/admin/item-form.ts'
import { maxPageText } from '#content/page/page-fields.ts'
import { rowOf } from '#content/admin/resource-rows.ts'
import { isOpen as isRenaming } from '#machines/admin/item-renaming.ts'
import {
  canSubmit,
  isMissing,
  isSaving,
  selectDraft,
  selectErrors,
  selectForm,
  selectItemRenamingRef,
} from '#machines/admin/resource-item.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { Select } from '#src/ui/Select.tsx'
import { busyReasonOf } from '../busy-reason.ts'
import type { ItemPage } from '../hooks/use-item-page.ts'
import type { ItemProps } from './item-props.ts'
import styles from './ItemHeader.module.css'
import listStyles from './ResourceList.module.css'

type FieldProps = ItemProps & { field: ItemField }

/**
 * Returns the parts of the header of a stored item: `editor` in place of its name while that is changed, and `controls` beside it.
 * A change is saved at once, without what else is entered.
 */
export function useItemHeader(
  item: Pick<ItemPage, 'list' | 'resource'>,
  resourceItemRef: ItemProps['resourceItemRef'],
) {
  const name = useHeaderField(resourceItemRef, 'name')
  const choice = useHeaderField(resourceItemRef, 'choice')
  const isUnsaved = useIsUnsaved(resourceItemRef, name)
  const renamingRef = useSelector(resourceItemRef, selectItemRenamingRef)
  const isRequested = useSelector(renamingRef, (snapshot) => snapshot && isRenaming(snapshot))
  const isOpen = name !== null && (isUnsaved || isRequested === true)
  const buttonRef = useFocusOnClosing(isOpen)
  return {
    editor: isOpen ? (
      <NameEditor
        field={name}
        resourceItemRef={resourceItemRef}
        onClose={() => renamingRef?.send({ type: 'rename.ended' })}
      />
    ) : null,
    controls: item.resource ? (
      <div className={styles.controls} data-item-header>
        {name && !isOpen ? (
          <Button
            ref={buttonRef}
            variant="quiet"
            onClick={() => renamingRef?.send({ type: 'rename.requested' })}
          >
            <Icon name="draft" />
            Rename
          </Button>
        ) : null}
        <Badge {...item} />
        {choice ? <HeaderChoice field={choice} resourceItemRef={resourceItemRef} /> : null}
      </div>
    ) : null,
  }
}

/** Says in words what the color below the name of an item says; of a page, its type does. */
const Badge = ({ list, resource }: Pick<ItemPage, 'list' | 'resource'>) => {
  const badge = resource && list.name !== 'pages' ? rowOf(list, resource, {}).badge : null
  return badge ? (
    <span className={listStyles.badge} data-tone={badge.tone}>
      {badge.label}
    </span>
  ) : null
}

/** Returns the field of an item that is in its header; null for none, and for an item that is new or deleted. */
const useHeaderField = (
  resourceItemRef: ItemProps['resourceItemRef'],
  place: NonNullable<ItemField['header']>,
) =>
  useSelector(resourceItemRef, (snapshot) => {
    const form = selectForm(snapshot)
    return form && !isMissing(snapshot) ? headerField(form, place) : null
  })

/** Returns true while the name is entered and not saved: it is shown to be changed for as long as that. */
function useIsUnsaved(resourceItemRef: ItemProps['resourceItemRef'], field: ItemField | null) {
  const form = useSelector(resourceItemRef, selectForm)
  const draft = useSelector(resourceItemRef, selectDraft)
  return form !== null && field !== null && isChanged(form, draft, field)
}

/** Returns the ref of the button that opens something, which gets the focus back when that is closed. */
function useFocusOnClosing(isOpen: boolean) {
  const ref = useRef<HTMLButtonElement>(null)
  const wasOpenRef = useRef(isOpen)
  useLayoutEffect(() => {
    const isClosed = wasOpenRef.current && !isOpen
    wasOpenRef.current = isOpen
    if (isClosed && document.activeElement === document.body) ref.current?.focus()
  }, [isOpen])
  return ref
}

interface NameEditorProps extends FieldProps {
  onClose: () => void
}

function NameEditor({ field, resourceItemRef, onClose }: NameEditorProps) {
  const busyReason = useSelector(resourceItemRef, busyReasonOf)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onClose()
    resourceItemRef.send({ type: 'value.submitted', name: field.name })
  }
  const cancel = () => {
    onClose()
    const { form } = resourceItemRef.getSnapshot().context
    const value = savedValue(form!, field)
    resourceItemRef.send({ type: 'value.changed', name: field.name, value })
  }
  return (
    <form
      ref={focusFirst}
      className={styles.editor}
      data-item-header
      data-field={field.name}
      noValidate
      onSubmit={submit}
    >
      <NameField field={field} resourceItemRef={resourceItemRef} onClose={cancel} />
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="solid"
          busy={useSelector(resourceItemRef, isSaving)}
          disabledReason={busyReason}
        >
          <Icon name="check" />
          {`Save ${field.label.toLowerCase()}`}
        </Button>
        <Button disabledReason={busyReason} onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** Edits the name; Escape closes it, and not the dialog around it. */
function NameField({ field, resourceItemRef, onClose }: NameEditorProps) {
  const { name, label, hint, required } = field
  const form = useSelector(resourceItemRef, selectForm)!
  const draft = useSelector(resourceItemRef, selectDraft)
  const error = useSelector(resourceItemRef, (snapshot) => selectErrors(snapshot)[name])
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isSaving(resourceItemRef.getSnapshot())) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <TextField
      {...{ label, hint, error }}
      aria-required={required !== undefined}
      autoComplete="off"
      maxLength={maxPageText}
      value={String(shownValue(form, draft, field))}
      onChange={(value) => resourceItemRef.send({ type: 'value.changed', name, value })}
      onKeyDown={closeByKey}
    />
  )
}

/** Focuses the name once its button has given way to it, and not where something else has the focus. */
const focusFirst = (formEl: HTMLFormElement | null) => {
  const inputEl = formEl?.querySelector('input')
  if (!inputEl || document.activeElement !== document.body) return
  inputEl.focus()
  inputEl.select()
}

/** Chooses one value, which is saved at once. While something else is saved, no other one can be chosen. */
function HeaderChoice({ field, resourceItemRef }: FieldProps) {
  const { name, label } = field
  const busyReason = useSelector(resourceItemRef, busyReasonOf)
  const form = useSelector(resourceItemRef, selectForm)!
  const draft = useSelector(resourceItemRef, selectDraft)
  const error = useSelector(resourceItemRef, (snapshot) => selectErrors(snapshot)[name])
  const choose = (value: string) => {
    if (!canSubmit(resourceItemRef.getSnapshot())) return
    resourceItemRef.send({ type: 'value.changed', name, value })
    resourceItemRef.send({ type: 'value.submitted', name })
  }
  const chosen = String(shownValue(form, draft, field))
  const options = optionsOf(form, draft, field).map((option) =>
    busyReason === null || option.value === chosen
      ? option
      : { ...option, disabledReason: busyReason },
  )
  return (
    <div className={styles.choice} data-field={name}>
      <Select label={label} error={error} value={chosen} options={options} onChange={choose} />
    </div>
  )
}
