import { useSelector } from '@xstate/react'
import { adminSections } from '#content/admin/admin-sections.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import { selectUser } from '#machines/session/auth.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'
import { useOpenScreen } from '../hooks/use-open-screen.ts'
import styles from './SectionIcons.module.css'

/** The icons of the lists that have one, in the order in which they are shown. */
const icons: Readonly<Record<string, string>> = {
  '/_cwa/layouts': 'M2.5 2.5h11v11h-11zM2.5 6h11M6.5 6v7.5',
  '/_cwa/pages': 'M4 1.5h5.5L12.5 4.5v10H4zM9.5 1.5v3h3M6 8h4.5M6 11h4.5',
  '/_cwa/data':
    'M2.5 4a5.5 2 0 1 0 11 0a5.5 2 0 1 0-11 0v8a5.5 2 0 0 0 11 0V4M2.5 8a5.5 2 0 0 0 11 0',
  '/_cwa/routes': 'M4 14V2.5M4 3.5h7l2 2-2 2H4M4 10.5h0M12 9.5v4.5M12 10.5H8l-1.5 1.25L8 13h4',
  '/_cwa/users':
    'M6 7.5a2.5 2.5 0 1 0 0-5a2.5 2.5 0 1 0 0 5M1.5 13.5c0-5 9-5 9 0M10.5 2.8a2.5 2.5 0 0 1 0 4.4M12 9.8c1.6.5 2.5 1.8 2.5 3.7',
}

/** Leads to the lists of the site, on screens and error pages, where there is no page that could be edited. */
export function SectionIcons({ editModeRef }: { editModeRef: EditModeRef }) {
  const user = useSelector(useAppActor('auth'), selectUser)
  const path = usePath()
  const open = useOpenScreen(editModeRef)
  const sections = adminSections(user)
  return (
    <nav aria-label="Lists" className={styles.sections}>
      {Object.entries(icons).map(([href, icon]) => {
        const label = sections.find((section) => section.href === href)?.label
        return label === undefined ? null : (
          <a
            key={href}
            href={href}
            aria-label={label}
            title={label}
            aria-current={path === href ? 'page' : path.startsWith(`${href}/`) || undefined}
            className={styles.section}
            onClick={open(href)}
          >
            <svg aria-hidden="true" viewBox="0 0 16 16" className={styles.icon}>
              <path d={icon} />
            </svg>
          </a>
        )
      })}
    </nav>
  )
}
