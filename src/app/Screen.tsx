import { useSelector } from '@xstate/react'
import type { ComponentType } from 'react'
import { Route, Switch } from 'wouter'
import { failureOf } from '#content/failure.ts'
import { selectFailure } from '#machines/error-page.ts'
import { selectShown } from '#machines/fetcher.ts'
import { ErrorView } from '#src/views/ErrorView.tsx'
import { LayoutView } from '#src/views/LayoutView.tsx'
import { Main } from '#src/views/Main.tsx'
import { PageView } from '#src/views/PageView.tsx'
import { usePath } from '#src/views/use-path.ts'
import styles from '#src/views/views.module.css'
import { useAppActor } from './actors.tsx'
import { isNowhere, nowhere, screens } from './screens.ts'

/** What is shown at this path: a page of content, one of the app's own screens, or why there is neither. */
export function Screen({ SignIn }: { SignIn: ComponentType }) {
  const path = usePath()
  const failed = useSelector(useAppActor('errorPage'), selectFailure)
  const failure = isNowhere(path) ? failureOf(404, nowhere(path)) : failed
  if (failure) return <ErrorView failure={failure} />
  return (
    <Switch>
      <Route path={screens.signIn}>
        <SignIn />
      </Route>
      <Route>
        <Page />
      </Route>
    </Switch>
  )
}

/** The page of content at this path; the one before it stays until it is there. */
function Page() {
  const shown = useSelector(useAppActor('fetcher'), selectShown)
  if (!shown)
    return (
      <Main className={styles.bare}>
        <p className={styles.loading}>Loading…</p>
      </Main>
    )
  return <LayoutView iri={shown.layout}>{shown.page && <PageView iri={shown.page} />}</LayoutView>
}
