import { Main } from '#src/views/Main.tsx'
import { defineLayout } from '#src/views/define.ts'
import { useSite } from '#src/views/use-site.ts'
import styles from './Secondary.module.css'

/** A page by itself, with nothing around it but the way home. */
export default defineLayout({
  View: function Secondary({ children }) {
    const { siteName } = useSite()
    return (
      <div className={styles.layout}>
        <header className={styles.header}>
          <a href="/" className={styles.brand}>
            {siteName}
          </a>
        </header>
        <Main className={styles.main}>{children}</Main>
      </div>
    )
  },
})
