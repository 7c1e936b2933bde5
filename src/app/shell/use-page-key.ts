import { useSelector } from '@xstate/react'
import { pageKeyOf } from '#content/page/page-key.ts'
import { selectFailure } from '#machines/page/error-page.ts'
import { selectCurrentPage } from '#machines/page/fetcher.ts'
import { selectLocation } from '#machines/page/navigation.ts'
import { useAppActor } from './app-context.tsx'

/** Returns a key of the current screen that changes with every new page or error; null until the first page is loaded. */
export function usePageKey() {
  const { path } = useSelector(useAppActor('navigation'), selectLocation)
  const page = useSelector(useAppActor('fetcher'), selectCurrentPage)
  const failure = useSelector(useAppActor('errorPage'), selectFailure)
  return pageKeyOf({ path, page, failure })
}
