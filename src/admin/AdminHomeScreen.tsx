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
      <section id="about" aria-labelledby="about-heading" className={styles.about}>
        <h2 id="about-heading">About Troupe</h2>
        <p>
          This site runs on Troupe: its pages are edited in place, and its behavior is written as
          state machines. Troupe is open-source software under the MIT license.
        </p>
      </section>
    </AdminScreen>
  )
}
