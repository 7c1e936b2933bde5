import { type PageStanding, pageStanding } from '#content/page/page-standing.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { useCurrentPage } from './use-content-scope.ts'
import { useIsPageShown } from './use-is-page-shown.ts'

/** Returns what the page that is shown is in the site; `admin` on a screen of the app. */
export function useStanding(): PageStanding | 'admin' {
  const page = useCurrentPage()
  const isPageShown = useIsPageShown()
  return useResourceSelector((read) => {
    if (!isPageShown) return 'admin'
    return page ? pageStanding(page, read) : 'page'
  })
}
