import { useSelector } from '@xstate/react'
import { type ItemField, optionsOf, shownValue } from '#content/admin/item-form.ts'
import { maxPageText } from '#content/page/page-fields.ts'
import { selectDraft, selectErrors, selectForm } from '#machines/admin/resource-item.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import type { ItemProps } from './item-props.ts'
import { ChoiceField, type SearchedField } from './ChoiceField.tsx'
import { ParagraphsField } from './ParagraphsField.tsx'
import { PictureField } from './PictureField.tsx'

type FieldProps = ItemProps & { field: ItemField }

/** Edits one value of an item. */
export const ItemFieldControl = ({ field, resourceItemRef }: FieldProps) =>
  isSearched(field) ? (
    <ChoiceField field={field} resourceItemRef={resourceItemRef} />
  ) : (
    <PlainControl field={field} resourceItemRef={resourceItemRef} />
  )

function PlainControl({ field, resourceItemRef }: FieldProps) {
  const form = useSelector(resourceItemRef, selectForm)!
  const draft = useSelector(resourceItemRef, selectDraft)
  const error = useSelector(resourceItemRef, (snapshot) => selectErrors(snapshot)[field.name])
  const value = shownValue(form, draft, field)
  const change = (changed: string | boolean) =>
    resourceItemRef.send({ type: 'value.changed', name: field.name, value: changed })
  const props = { label: field.label, error, hint: hintOf(field, value), onChange: change }
  switch (field.format) {
    case 'toggle':
      return <Checkbox {...props} checked={value === true} />
    case 'choice':
    case 'yesOrNo':
    case 'role':
    case 'styles':
    case 'parent':
    case 'publication':
      return <Select {...props} value={String(value)} options={optionsOf(form, draft, field)} />
    case 'longText':
      return <TextArea {...props} value={String(value)} maxLength={maxPageText} />
    case 'paragraphs':
      return <ParagraphsField {...props} field={field} resourceItemRef={resourceItemRef} />
    case 'picture':
      return (
        <PictureField
          field={field}
          value={String(value)}
          error={error}
          onChange={change}
          resourceItemRef={resourceItemRef}
        />
      )
    default:
      return <TextField {...props} {...inputOf(field)} value={String(value)} />
  }
}

const isSearched = (field: ItemField): field is SearchedField =>
  field.search !== undefined && field.options !== undefined

const inputTypes: Readonly<Partial<Record<ItemField['format'], string>>> = {
  email: 'email',
  password: 'password',
  number: 'number',
  date: 'date',
  dateTime: 'datetime-local',
  publicationTime: 'datetime-local',
}

const inputOf = ({ format, required }: ItemField) => ({
  type: inputTypes[format] ?? 'text',
  ...(format === 'number' && { step: 'any' }),
  'aria-required': required !== undefined,
  maxLength: maxPageText,
  autoComplete: format === 'password' ? 'new-password' : 'off',
  spellCheck: format === 'text',
})

/** Returns the hint of a field, with the number of characters where search engines show only so many. */
const hintOf = ({ hint, recommendedLength }: ItemField, value: string | boolean) => {
  if (recommendedLength === undefined) return hint
  const { length } = String(value).trim()
  const used = `${length} of ${recommendedLength} characters`
  return length > recommendedLength
    ? `${used}: search engines may cut it off.`
    : `${used} that search engines show.`
}
