import { isAdmin } from '#machines/session/auth.ts'
import { useSelector } from '@xstate/react'
import { routes } from '#content/navigation/route-table.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import styles from '#src/views/screens/CardScreen.module.css'

/** The entry pages of the admin area. */
const sections = routes.filter(({ path, meta }) => meta.admin && /^\/_cwa\/[a-z]+$/.test(path))

/** Stands in for an admin screen that is not built yet. */
export function PlaceholderScreen({ title }: { title: string }) {
  const admin = useSelector(useAppActor('auth'), isAdmin)
  return (
    <main id="main" tabIndex={-1} className={styles.screen}>
      <div className={styles.card}>
        <h1 className={styles.heading}>{title}</h1>
        <p>This screen is not available yet.</p>
        {admin && (
          <nav aria-label="Admin">
            <ul className={styles.sectionLinks}>
              {sections.map(({ name, path, meta }) => (
                <li key={name}>
                  <a href={path}>{meta.title}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <a href="/" className={styles.link}>
          Back to the site
        </a>
      </div>
    </main>
  )
}
