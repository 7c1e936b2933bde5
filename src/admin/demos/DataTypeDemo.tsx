import { useSearch } from '#src/views/hooks/use-search.ts'
import { TextField } from '#src/ui/TextField.tsx'
import { useDataType } from '../hooks/use-data-type.ts'
import { useOpenList } from '../use-open-list.ts'
import { HookDemo, HookValues } from './HookDemo.tsx'

/** Shows `useDataType` for the key in the query string. */
export function DataTypeDemo({ title }: { title: string }) {
  const search = useSearch()
  const open = useOpenList(search)
  const key = new URLSearchParams(search).get('type') ?? ''
  const { isBusy, failure, reload, ...values } = useDataType(key)
  return (
    <HookDemo
      title={title}
      purpose="Returns what is known of a type of page data, by its key in the entry point of the API, such as blogArticleData. An unknown one gets a name that is made of the key."
      parameters={
        <TextField label="Key of the type" value={key} onChange={(type) => open({ type })} />
      }
    >
      <HookValues values={values} actions={{ reload }} {...{ isBusy, failure }} />
    </HookDemo>
  )
}
