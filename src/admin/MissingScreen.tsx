import styles from '#src/views/screens/SignInView.module.css'

/** Says that the code of a screen could not be loaded. */
export const MissingScreen = ({ title }: { title: string }) => (
  <main id="main" tabIndex={-1} className={styles.screen}>
    <div className={styles.card}>
      <h1 className={styles.heading}>{title}</h1>
      <p>This screen could not be loaded. Check your connection and reload the page.</p>
      <a href="/" className={styles.homeLink}>
        Back to the site
      </a>
    </div>
  </main>
)
