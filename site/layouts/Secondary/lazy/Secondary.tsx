import { Main } from '#src/views/page/Main.tsx'
import { defineLayout } from '#src/views/registry/registry.ts'
import { useSiteConfig } from '#src/views/hooks/use-site-config.ts'
import styles from './Secondary.module.css'

/** Renders a page with nothing around it but a link to the home page. */
export default defineLayout({
  View: function Secondary({ children }) {
    const { siteName } = useSiteConfig()
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
