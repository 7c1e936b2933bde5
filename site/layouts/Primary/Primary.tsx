import { Group } from '#src/views/page/GroupView.tsx'
import { Main } from '#src/views/page/Main.tsx'
import { defineLayout } from '#src/views/registry/registry.ts'
import { useSiteConfig } from '#src/views/hooks/use-site-config.ts'
import styles from './Primary.module.css'

export default defineLayout({
  View: function Primary({ iri, children }) {
    const { siteName } = useSiteConfig()
    return (
      <div className={styles.layout}>
        <header className={styles.header}>
          <div className={styles.headerContent}>
            <a href="/" className={styles.brand}>
              {siteName}
            </a>
            <nav aria-label="Main" className={styles.navigation}>
              <Group owner={iri} name="top" />
            </nav>
          </div>
        </header>
        <Main className={styles.main}>{children}</Main>
        <footer className={styles.footer}>
          <nav aria-label="More" className={styles.footerNavigation}>
            <Group owner={iri} name="bottom" />
          </nav>
          <p>{siteName}</p>
        </footer>
      </div>
    )
  },
})
