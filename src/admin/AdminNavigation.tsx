import { useSelector } from '@xstate/react'
import { adminSections } from '#content/admin/admin-sections.ts'
import { selectUser } from '#machines/session/auth.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'
import styles from './AdminScreen.module.css'

/** Leads to the lists of the admin area. The one that is shown, or an item of which is shown, is marked. */
export function AdminNavigation() {
  const path = usePath()
  const user = useSelector(useAppActor('auth'), selectUser)
  return (
    <nav aria-label="Admin" className={styles.navigation}>
      <ul>
        {adminSections(user).map(({ href, label }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={path === href ? 'page' : path.startsWith(`${href}/`) ? true : undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
