import { useSelector } from '@xstate/react'
import { adminSections } from '#content/admin/admin-sections.ts'
import { selectUser } from '#machines/session/auth.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { AdminScreen } from './AdminScreen.tsx'
import styles from './AdminHomeScreen.module.css'

/** Says what each section of the admin area is for. */
export function AdminHomeScreen({ title }: { title: string }) {
  const user = useSelector(useAppActor('auth'), selectUser)
  return (
    <AdminScreen title={title} width="wide">
      <ul className={styles.sections}>
        {adminSections(user).map(({ href, label, description }) => (
          <li key={href}>
            <a href={href} className={styles.section}>
              <strong>{label}</strong>
              <span>{description}</span>
            </a>
          </li>
        ))}
      </ul>
    </AdminScreen>
  )
}
