import { humanize } from '#content/model/humanize.ts'
import { GeneratedFields } from '#src/editor/fields/GeneratedFields.tsx'
import type { EditProps, KindEditor } from '#src/editor/site-kinds.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { kind } from './kind.ts'
import {
  orderIn,
  orderOptions,
  parametersOf,
  searchParameter,
  withOrder,
  withSearch,
} from './list-parameters.ts'

const { resourceIri, perPage } = kind.fields

/** Edits the list, and its parameters as an order and a search. Other parameters that it has are kept. */
function Tab(props: EditProps<typeof kind>) {
  const { resource, errors, change } = props
  const parameters = parametersOf(resource)
  const order = orderIn(parameters)
  return (
    <>
      <GeneratedFields {...props} kind={{ ...kind, fields: { resourceIri } }} />
      <SearchField {...props} />
      <Select
        label="Sort by"
        value={order}
        error={errors['defaultQueryParameters']}
        options={orderOptions(resource)}
        onChange={(chosen) =>
          change('defaultQueryParameters', withOrder(parameters, chosen), { isChoice: true })
        }
      />
      <GeneratedFields {...props} kind={{ ...kind, fields: { perPage } }} />
    </>
  )
}

function SearchField({ resource, change, flush }: EditProps<typeof kind>) {
  const parameters = parametersOf(resource)
  const name = searchParameter(resource)
  if (name === undefined) return null
  return (
    <TextField
      label="Only with these words"
      hint={`In the ${humanize(name).toLowerCase()}. A visitor’s own search replaces them.`}
      value={String(parameters[name] ?? '')}
      onChange={(text) => change('defaultQueryParameters', withSearch(parameters, name, text))}
      onBlur={flush}
    />
  )
}

export default { Tab } satisfies KindEditor<typeof kind>
