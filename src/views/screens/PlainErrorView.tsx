import type { Failure } from '#content/model/failure.ts'
import { Main } from '../page/Main.tsx'
import styles from '../views.module.css'

/** Renders the message of an error, in place of the error screen while its code is not available. */
export const PlainErrorView = ({ failure }: { failure: Failure }) => (
  <Main className={styles.plainLayout}>
    <h1>{failure.message}</h1>
    <a href="/">Go back home</a>
  </Main>
)
