import { Group } from '#src/views/GroupView.tsx'
import { Main } from '#src/views/Main.tsx'
import { defineLayout } from '#src/views/define.ts'
import { useSite } from '#src/views/use-site.ts'
import styles from './Primary.module.css'

export default defineLayout({
  View: function Primary({ iri, children }) {
    const { siteName } = useSite()
    return (
      <div className={styles.layout}>
        <header className={styles.header}>
          <div className={styles.bar}>
            <a href="/" className={styles.brand}>
              {siteName}
            </a>
            <nav aria-label="Main" className={styles.menu}>
              <Group owner={iri} name="top" />
            </nav>
          </div>
        </header>
        <Main className={styles.main}>{children}</Main>
        <footer className={styles.footer}>
          <nav aria-label="More" className={styles.more}>
            <Group owner={iri} name="bottom" />
          </nav>
          <p>{siteName}</p>
        </footer>
      </div>
    )
  },
})
