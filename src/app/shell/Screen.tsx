import { useSelector } from '@xstate/react'
import type { ComponentType } from 'react'
import { isContentPath, isAdminPath } from '#content/page/location.ts'
import { isAdmin } from '#machines/session/auth.ts'
import { selectFailure } from '#machines/page/error-page.ts'
import { selectCurrentPage } from '#machines/page/fetcher.ts'
import { EmptyPage } from '#src/views/page/EmptyPage.tsx'
import { ErrorView } from '#src/views/screens/ErrorView.tsx'
import { LayoutView } from '#src/views/page/LayoutView.tsx'
import { Main } from '#src/views/page/Main.tsx'
import { PageView } from '#src/views/page/PageView.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'
import styles from '#src/views/views.module.css'
import { useAppActor } from './app-context.tsx'

/** Those who come to find pages, or to show what is behind a link, are shown no error page. */
const isCrawler = /bot|lighthouse|facebook|google/i.test(globalThis.navigator?.userAgent)

/** What is shown at this path: a page of content, one of the app's own screens, or why there is neither. */
export function Screen({ OwnScreen }: { OwnScreen: ComponentType }) {
  const path = usePath()
  const failure = useSelector(useAppActor('errorPage'), selectFailure)
  const isUserAdmin = useSelector(useAppActor('auth'), isAdmin)
  if (failure && !isCrawler) return <ErrorView failure={failure} />
  if (isContentPath(path)) return <Page />
  // Who is looking is not known yet where the content is elsewhere.
  return isAdminPath(path) && !isUserAdmin ? <Loading /> : <OwnScreen />
}

/** The page of content at this path; the one before it stays until it is there. */
function Page() {
  const currentPage = useSelector(useAppActor('fetcher'), selectCurrentPage)
  if (!currentPage) return <Loading />
  return (
    <LayoutView iri={currentPage.layout}>
      {currentPage.page && (
        <>
          <PageView iri={currentPage.page} />
          <EmptyPage iri={currentPage.page} />
        </>
      )}
    </LayoutView>
  )
}

const Loading = () => (
  <Main className={styles.plainLayout}>
    <p className={styles.loading}>Loading…</p>
  </Main>
)
