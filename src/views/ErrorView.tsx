import { useSelector } from '@xstate/react'
import type { Failure } from '#content/failure.ts'
import { isAdmin } from '#machines/auth.ts'
import { useAppActor } from '#src/app/actors.tsx'
import { Fluid } from './fluid/Fluid.tsx'
import { Main } from './Main.tsx'
import styles from './ErrorView.module.css'
import { hasAnswer, statusOf, titleOf } from './error-titles.ts'
import { usePath } from './use-path.ts'

/** Takes the whole window when the page that was asked for could not be had. */
export function ErrorView({ failure }: { failure: Failure }) {
  const title = titleOf(failure)
  return (
    <Main className={styles.screen}>
      <Fluid />
      {hasAnswer(failure) && <p className={styles.code}>{statusOf(failure)}</p>}
      <h1 className={styles.title}>{title}</h1>
      {failure.message !== title && <p className={styles.message}>{failure.message}</p>}
      <Ways failure={failure} />
      <Owner />
    </Main>
  )
}

/** Where to go from here. */
function Ways({ failure }: { failure: Failure }) {
  const errorPageRef = useAppActor('errorPage')
  const path = usePath()
  return (
    <div className={styles.ways}>
      {path !== '/' && (
        // A form, so that it leads home before any script has come.
        <form
          action="/"
          onSubmit={(event) => {
            event.preventDefault()
            errorPageRef.send({ type: 'home.requested' })
          }}
        >
          <button className={styles.home}>Go back home</button>
        </form>
      )}
      {needsSession(failure) && <a href="/login">Sign in</a>}
    </div>
  )
}

const needsSession = ({ status }: Failure) => status === 401 || status === 403

function Owner() {
  const admin = useSelector(useAppActor('auth'), isAdmin)
  return (
    <footer className={styles.owner}>
      Are you the owner of this website?{' '}
      {admin ? <a href="/_cwa/layouts">Go to admin</a> : <a href="/login">Sign in</a>}
    </footer>
  )
}
