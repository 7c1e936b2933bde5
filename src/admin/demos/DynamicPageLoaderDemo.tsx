import { useDynamicPageLoader } from '../hooks/use-dynamic-page-loader.ts'
import { HookDemo, HookValues } from './HookDemo.tsx'

/** Shows `useDynamicPageLoader`. */
export function DynamicPageLoaderDemo({ title }: { title: string }) {
  const { templates, isBusy, failure, load } = useDynamicPageLoader()
  return (
    <HookDemo
      title={title}
      purpose="Returns the pages that are templates of page data. They can be loaded again at any time: the answer to the latest request wins."
    >
      <HookValues
        values={{ templates }}
        actions={{ load }}
        isEmpty={templates?.length === 0}
        {...{ isBusy, failure }}
      />
    </HookDemo>
  )
}
