import { useSelector } from '@xstate/react'
import type { ComponentType } from 'react'
import { hasPage, isAdminPath } from '#content/location.ts'
import { isAdmin } from '#machines/auth.ts'
import { selectFailure } from '#machines/error-page.ts'
import { selectShown } from '#machines/fetcher.ts'
import { EmptyPage } from '#src/views/EmptyPage.tsx'
import { ErrorView } from '#src/views/ErrorView.tsx'
import { LayoutView } from '#src/views/LayoutView.tsx'
import { Main } from '#src/views/Main.tsx'
import { PageView } from '#src/views/PageView.tsx'
import { usePath } from '#src/views/use-path.ts'
import styles from '#src/views/views.module.css'
import { useAppActor } from './actors.tsx'

/** Those who come to find pages, or to show what is behind a link, are shown no error page. */
const isCrawler = /bot|lighthouse|facebook|google/i.test(globalThis.navigator?.userAgent)

/** What is shown at this path: a page of content, one of the app's own screens, or why there is neither. */
export function Screen({ OwnScreen }: { OwnScreen: ComponentType }) {
  const path = usePath()
  const failure = useSelector(useAppActor('errorPage'), selectFailure)
  const admin = useSelector(useAppActor('auth'), isAdmin)
  if (failure && !isCrawler) return <ErrorView failure={failure} />
  if (hasPage(path)) return <Page />
  // Who is looking is not known yet where the content is elsewhere.
  return isAdminPath(path) && !admin ? <Loading /> : <OwnScreen />
}

/** The page of content at this path; the one before it stays until it is there. */
function Page() {
  const shown = useSelector(useAppActor('fetcher'), selectShown)
  if (!shown) return <Loading />
  return (
    <LayoutView iri={shown.layout}>
      {shown.page && (
        <>
          <PageView iri={shown.page} />
          <EmptyPage iri={shown.page} />
        </>
      )}
    </LayoutView>
  )
}

const Loading = () => (
  <Main className={styles.bare}>
    <p className={styles.loading}>Loading…</p>
  </Main>
)
