import { Button } from '#src/ui/Button.tsx'
import type { Retryable } from '#src/ui/lazy/lazy-view.tsx'
import styles from '#src/views/screens/CardScreen.module.css'

export interface ScreenProps {
  title: string
}

/** Says that the code of a screen could not be loaded. */
export const MissingScreen = ({ title, onRetry }: ScreenProps & Retryable) => (
  <main id="main" tabIndex={-1} className={styles.screen}>
    <div className={styles.card}>
      <h1 className={styles.heading}>{title}</h1>
      <p>This screen could not be loaded. It is loaded again once the network returns.</p>
      <Button variant="solid" onClick={onRetry}>
        Try again
      </Button>
      <a href="/" className={styles.link}>
        Back to the site
      </a>
    </div>
  </main>
)
