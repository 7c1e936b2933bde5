import { useSelector } from '@xstate/react'
import { selectCurrentPage } from '#machines/page/fetcher.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useResource } from '#src/resources/use-resource.ts'

/** Returns the page data of the current page, or undefined for a page without any. */
export function usePageData() {
  const currentPage = useSelector(useAppActor('fetcher'), selectCurrentPage)
  return useResource(currentPage?.pageData)
}
