import { useDataList } from '../hooks/use-data-list.ts'
import { HookDemo, HookValues } from './HookDemo.tsx'

/** Shows `useDataList`. */
export function DataListDemo({ title }: { title: string }) {
  const { types, isBusy, failure, reload } = useDataList()
  return (
    <HookDemo title={title} purpose="Returns the types of page data that the API describes.">
      <HookValues
        values={{ types }}
        actions={{ reload }}
        isEmpty={types?.length === 0}
        links={(types ?? []).map(({ href, name }) => ({ href, label: name }))}
        {...{ isBusy, failure }}
      />
    </HookDemo>
  )
}
