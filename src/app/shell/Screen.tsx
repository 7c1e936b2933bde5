import { useSelector } from '@xstate/react'
import type { ComponentType, ReactNode } from 'react'
import { Route, Switch } from 'wouter'
import type { Failure } from '#content/model/failure.ts'
import { pathPatterns } from '#content/navigation/path-patterns.ts'
import { isSignedIn } from '#machines/session/auth.ts'
import { selectFailure, selectView } from '#machines/page/error-page.ts'
import { selectCurrentPage } from '#machines/page/fetcher.ts'
import { EmptyPage } from '#src/views/page/EmptyPage.tsx'
import { LayoutView } from '#src/views/page/LayoutView.tsx'
import { Main } from '#src/views/page/Main.tsx'
import { PageView } from '#src/views/page/PageView.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'
import styles from '#src/views/views.module.css'
import { useAppActor } from './app-context.tsx'

/**
 * The components of the screens that are no page of content; lazy in the browser, because pages do not need their code.
 */
export interface ScreenViews {
  AppScreen: ComponentType<{ children?: ReactNode }>
  /** The error screen that is shown until the code of the full one has loaded. */
  ErrorView: ComponentType<{ failure: Failure }>
}

/**
 * Renders the screen at the current path: a page of content, an app screen, or the error screen. The children are
 * rendered beside it, once its code has loaded.
 */
export function Screen({ AppScreen, ErrorView, children }: ScreenViews & { children: ReactNode }) {
  const path = usePath()
  const errorPageRef = useAppActor('errorPage')
  const failure = useSelector(errorPageRef, selectFailure)
  const view = useSelector(errorPageRef, selectView) as ScreenViews['ErrorView'] | null
  const error = { View: view ?? ErrorView }
  const isUserKnown = useSelector(useAppActor('auth'), isSignedIn)
  if (failure && !isCrawler)
    return (
      <>
        <error.View failure={failure} />
        {children}
      </>
    )
  const page = (
    <>
      <Page />
      {children}
    </>
  )
  const appScreen = <AppScreen>{children}</AppScreen>
  return (
    <Switch location={path}>
      <Route path={pathPatterns.resource}>{page}</Route>
      <Route path={pathPatterns.admin}>
        {/* With a remote content API the session is not known until the browser has fetched it. */}
        {isUserKnown ? appScreen : <Loading />}
      </Route>
      <Route path={pathPatterns.auth}>{appScreen}</Route>
      <Route path={pathPatterns.page}>{page}</Route>
    </Switch>
  )
}

/** True in a crawler or a link preview, which are never shown the error screen. */
const isCrawler = /bot|lighthouse|facebook|google/i.test(globalThis.navigator?.userAgent)

/** Renders the current page of content, which is the previous one until the requested page has loaded. */
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
