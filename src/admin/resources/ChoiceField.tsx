import { useSelector } from '@xstate/react'
import { type ItemField, type Option, shownValue } from '#content/admin/item-form.ts'
import { itemIriIn } from '#content/admin/resource-lists.ts'
import type { ChoiceSearchRef } from '#machines/admin/choice-search.ts'
import {
  selectDraft,
  selectErrors,
  selectForm,
  selectLabels,
  selectPath,
} from '#machines/admin/resource-item.ts'
import { choiceSearch } from '#src/app/effects/admin/choice-search-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import type { ItemProps } from './item-props.ts'
import { SearchedChoice } from './SearchedChoice.tsx'

export type SearchedField = ItemField & Required<Pick<ItemField, 'options' | 'search'>>

interface ChoiceFieldProps extends ItemProps {
  field: SearchedField
}

/** Chooses one of many, which are searched: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { field, resourceItemRef } = props
  const own = itemIriIn(useSelector(resourceItemRef, selectPath))
  const input = { source: field.search, own, none: noneOf(field) }
  return (
    <ChoiceWithActor {...props} searchRef={useViewActor('choiceSearch', choiceSearch, input)} />
  )
}

/** Returns the option of choosing nothing; null where something has to be chosen. */
const noneOf = ({ required, options }: SearchedField) =>
  required === undefined ? (options[0] ?? null) : null

type ChoiceWithActorProps = ChoiceFieldProps & { searchRef: ChoiceSearchRef }

/** @internal Exported for tests. */
export function ChoiceWithActor({ field, resourceItemRef, searchRef }: ChoiceWithActorProps) {
  const { name, label, hint, options } = field
  const { value, error } = useValue(resourceItemRef, field)
  return (
    <SearchedChoice
      {...{ label, hint, error, searchRef }}
      chosenLabel={useChosenLabel(resourceItemRef, options, value)}
      none={noneOf(field)}
      onChoose={({ value: chosen, label: chosenAs }) =>
        resourceItemRef.send({ type: 'value.changed', name, value: chosen, label: chosenAs })
      }
    />
  )
}

const useValue = (resourceItemRef: ItemProps['resourceItemRef'], field: ItemField) => {
  const form = useSelector(resourceItemRef, selectForm)!
  const draft = useSelector(resourceItemRef, selectDraft)
  const errors = useSelector(resourceItemRef, selectErrors)
  return { value: String(shownValue(form, draft, field)), error: errors[field.name] }
}

/** Returns the words for the value: those of a found option that was chosen, or of the stored one. */
function useChosenLabel(
  resourceItemRef: ItemProps['resourceItemRef'],
  options: readonly Option[],
  value: string,
) {
  const labels = useSelector(resourceItemRef, selectLabels)
  return labels[value] ?? options.find((option) => option.value === value)?.label ?? value
}
