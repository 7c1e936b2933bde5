import { useSelector } from '@xstate/react'
import type { Failure } from '#content/model/failure.ts'
import { otherAccountHref, signInPath } from '#content/navigation/location.ts'
import { isAdmin, isSignedIn, isUnreachable, selectUser } from '#machines/session/auth.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { Fluid } from './fluid/Fluid.tsx'
import { Main } from '../page/Main.tsx'
import styles from './ErrorView.module.css'
import { hasResponse, errorStatusOf, errorTitleOf } from './error-titles.ts'
import { usePath } from '../hooks/use-path.ts'
import { useSearch } from '../hooks/use-search.ts'

/** Fills the window with the error of a page that could not be loaded. */
export function ErrorView({ failure }: { failure: Failure }) {
  const title = errorTitleOf(failure)
  return (
    <Main className={styles.screen}>
      <Fluid />
      {hasResponse(failure) && <p className={styles.status}>{errorStatusOf(failure)}</p>}
      <h1 className={styles.title}>{title}</h1>
      {failure.message !== title && <p className={styles.message}>{failure.message}</p>}
      <ErrorActions failure={failure} />
      <OwnerFooter />
    </Main>
  )
}

/** Offers the ways out of an error: the home page, and signing in where that may help. */
function ErrorActions({ failure }: { failure: Failure }) {
  const errorPageRef = useAppActor('errorPage')
  const user = useSelector(useAppActor('auth'), selectUser)
  const path = usePath()
  const search = useSearch()
  return (
    <div className={styles.actions}>
      {path !== '/' && (
        // A form works before the scripts have loaded.
        <form
          action="/"
          onSubmit={(event) => {
            event.preventDefault()
            errorPageRef.send({ type: 'home.requested' })
          }}
        >
          <button className={styles.homeButton}>Go back home</button>
        </form>
      )}
      {needsSession(failure) &&
        (user ? (
          <p>
            You are signed in as {user.username}.{' '}
            <a href={otherAccountHref(`${path}${search}`)}>Sign in with another account</a>
          </p>
        ) : (
          <a href={signInPath}>Sign in</a>
        ))}
    </div>
  )
}

const needsSession = ({ status }: Failure) => status === 401 || status === 403

function OwnerFooter() {
  const authRef = useAppActor('auth')
  const admin = useSelector(authRef, isAdmin)
  const signedIn = useSelector(authRef, isSignedIn)
  const unreachable = useSelector(authRef, isUnreachable)
  const path = usePath()
  const search = useSearch()
  if (unreachable) return null
  return (
    <footer className={styles.ownerFooter}>
      {'Are you the owner of this website? '}
      {admin ? (
        <a href="/_cwa/layouts">Go to admin</a>
      ) : (
        <a href={signedIn ? otherAccountHref(`${path}${search}`) : signInPath}>Sign in</a>
      )}
    </footer>
  )
}
