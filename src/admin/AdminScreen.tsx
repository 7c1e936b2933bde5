import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import styles from './AdminScreen.module.css'

interface AdminScreenProps {
  title: string
  /** The link back, which is to the site unless there is another screen above this one. */
  back?: { href: string; label: string }
  width?: 'narrow' | 'wide'
  children: ReactNode
}

/** Lays out a screen of the admin area below its heading. */
export const AdminScreen = ({
  title,
  back = { href: '/', label: 'Back to the site' },
  width = 'narrow',
  children,
}: AdminScreenProps) => (
  <main
    id="main"
    tabIndex={-1}
    className={classNames(styles.screen, width === 'wide' && styles.wide)}
  >
    <a href={back.href}>← {back.label}</a>
    <h1 className={styles.heading}>{title}</h1>
    {children}
  </main>
)
