import { useSelector } from '@xstate/react'
import { createContext, use } from 'react'
import { selectCurrentPage } from '#machines/page/fetcher.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useResource } from '#src/resources/use-resource.ts'
import type { InlinePageData } from '../registry/registry.ts'

/** The page data in edit mode, with the editors of what is typed on the page. */
export const PageDataContext = createContext<InlinePageData | null>(null)

/** Returns the page data of the current page, or undefined for a page without any. */
export function usePageData(): InlinePageData | undefined {
  const currentPage = useSelector(useAppActor('fetcher'), selectCurrentPage)
  const stored = useResource(currentPage?.pageData)
  return use(PageDataContext) ?? stored
}
