import { useSearch } from '#src/views/hooks/use-search.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { LeaveDialog } from '../LeaveDialog.tsx'
import { useItemPage } from '../hooks/use-item-page.ts'
import { useFixedList } from '../hooks/use-list-page.ts'
import { ItemDeletion } from '../resources/ItemDeletion.tsx'
import { useOpenList } from '../use-open-list.ts'
import { HookDemo, HookValues } from './HookDemo.tsx'

const newItem = '/_cwa/layouts/add'

/** Shows `useItemPage` for the layout in the query string, or for a new one. */
export function ItemPageDemo({ title }: { title: string }) {
  const search = useSearch()
  const open = useOpenList(search)
  const { rows } = useFixedList('/_cwa/layouts', '')
  const items = [
    { value: newItem, label: 'A new layout' },
    ...(rows ?? []).map(({ itemHref, name }) => ({ value: itemHref ?? newItem, label: name })),
  ]
  const named = new URLSearchParams(search).get('item')
  const path = items.find(({ value }) => value === named)?.value ?? newItem
  return (
    <HookDemo
      title={title}
      purpose="Reads one item as a form, or begins a new one, and saves and deletes it. Here these are layouts."
      parameters={
        <Select label="Item" value={path} options={items} onChange={(item) => open({ item })} />
      }
    >
      <ItemOf key={path} path={path} />
    </HookDemo>
  )
}

function ItemOf({ path }: { path: string }) {
  const item = useItemPage(path)
  const { list, isNew, name, errors, isFailed, isMissing, isChanged, isSaving, isSaved } = item
  const { fields, valueOf, isBusy, failure, leaveGuardRef, itemDeletionRef } = item
  const { save, saveAndClose, discard, retry, requestDeletion } = item
  const reference = fields?.find((field) => field.name === 'reference')
  const shown = fields?.map((field) => ({ name: field.name, value: valueOf(field) })) ?? null
  return (
    <>
      {reference ? (
        <TextField
          label={reference.label}
          value={String(valueOf(reference))}
          error={errors['reference']}
          onChange={(value) => item.change('reference', value)}
        />
      ) : null}
      <HookValues
        values={{
          ...{ list, isNew, name, fields: shown, errors },
          ...{ isFailed, isMissing, isChanged, isSaving, isSaved },
        }}
        actions={{ save, saveAndClose, discard, retry, requestDeletion }}
        {...{ isBusy, failure }}
      />
      {leaveGuardRef ? <LeaveDialog leaveGuardRef={leaveGuardRef} /> : null}
      {itemDeletionRef ? <ItemDeletion name={name} itemDeletionRef={itemDeletionRef} /> : null}
    </>
  )
}
