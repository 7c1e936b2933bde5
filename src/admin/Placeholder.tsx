import { isAdmin } from '#machines/auth.ts'
import { useSelector } from '@xstate/react'
import { routes } from '#content/route-table.ts'
import { useAppActor } from '#src/app/actors.tsx'
import styles from '#src/views/SignInView.module.css'

/** Where the admin area can be entered. */
const sections = routes.filter(({ path, meta }) => meta.admin && /^\/_cwa\/[a-z]+$/.test(path))

/** Stands where a screen is still to come, and says so. */
export function Placeholder({ title }: { title: string }) {
  const admin = useSelector(useAppActor('auth'), isAdmin)
  return (
    <main id="main" tabIndex={-1} className={styles.screen}>
      <div className={styles.card}>
        <h1 className={styles.heading}>{title}</h1>
        <p>This screen is still to come. Nothing can be done here yet.</p>
        {admin && (
          <nav aria-label="Admin">
            <ul className={styles.sections}>
              {sections.map(({ name, path, meta }) => (
                <li key={name}>
                  <a href={path}>{meta.title}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <a href="/" className={styles.home}>
          Back to the site
        </a>
      </div>
    </main>
  )
}
