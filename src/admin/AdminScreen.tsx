import type { ReactNode } from 'react'
import type { PageStanding } from '#content/page/page-standing.ts'
import { classNames } from '#src/ui/class-names.ts'
import { AdminNavigation } from './AdminNavigation.tsx'
import { keepFocusIn } from './keep-focus.ts'
import { useHeadingFocus } from './use-heading-focus.ts'
import styles from './AdminScreen.module.css'

interface AdminScreenProps {
  title: string
  /** The link back, which is to the site unless there is another screen above this one. */
  back?: { href: string; label: string } | null
  /** False where no other screen can be opened. */
  navigation?: boolean
  width?: 'narrow' | 'wide' | 'full'
  /** The main action of the screen, beside its heading. */
  action?: ReactNode
  /** The field in place of the heading, which screen readers still find. */
  titleEditor?: ReactNode
  /** The standing of the item in the site, which the color below its heading says. */
  standing?: PageStanding | 'plain' | null
  children: ReactNode
}

/** Lays out a screen of the admin area below its heading. */
export const AdminScreen = ({
  title,
  back = { href: '/', label: 'Back to the site' },
  navigation = true,
  width = 'narrow',
  action = null,
  titleEditor = null,
  standing = null,
  children,
}: AdminScreenProps) => (
  <div className={classNames(styles.screen, width === 'full' && styles.full)}>
    {navigation ? <AdminNavigation /> : null}
    <main
      ref={keepFocusIn}
      id="main"
      tabIndex={-1}
      className={classNames(styles.main, width === 'narrow' && styles.narrow)}
    >
      {back ? (
        <a href={back.href} className={styles.back}>
          <span aria-hidden="true">← </span>
          {back.label}
        </a>
      ) : null}
      <Head {...{ title, action, titleEditor, standing }} />
      {children}
    </main>
  </div>
)

/** Shows the heading of a screen, or what edits it, with what is beside it. */
const Head = ({
  title,
  action,
  titleEditor,
  standing,
}: Pick<AdminScreenProps, 'title' | 'action' | 'titleEditor' | 'standing'>) => (
  <div
    className={classNames(styles.head, standing ? styles.standing : null)}
    data-standing={standing ?? undefined}
  >
    <h1
      ref={useHeadingFocus()}
      tabIndex={-1}
      className={classNames(styles.heading, titleEditor ? styles.replaced : null)}
    >
      {title}
    </h1>
    {titleEditor}
    {action}
  </div>
)
