import { useSelector } from '@xstate/react'
import { adminSections } from '#content/admin/admin-sections.ts'
import { selectUser } from '#machines/session/auth.ts'
import { useAppActor, useAppRef } from '#src/app/shell/app-context.tsx'
import { disabledProps } from '#src/ui/disabled-props.ts'
import { usePath } from '#src/views/hooks/use-path.ts'
import { preloadSiteSearch } from './search/load-site-search.ts'
import styles from './AdminScreen.module.css'

/** Leads to the lists of the admin area. The one that is shown, or an item of which is shown, is marked. */
export function AdminNavigation() {
  const path = usePath()
  const user = useSelector(useAppActor('auth'), selectUser)
  return (
    <nav aria-label="Admin" className={styles.navigation}>
      <ul>
        <li>
          <SearchButton />
        </li>
        {adminSections(user).map(({ href, label }) => {
          const marked = path === href ? 'page' : path.startsWith(`${href}/`) || undefined
          return (
            <li key={href}>
              <a ref={marked ? scrollIntoSight : null} href={href} aria-current={marked}>
                {label}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const preload = () => void preloadSiteSearch()

/** Opens the search of the site. Its actor is loaded with the editor, which may take a moment. */
function SearchButton() {
  const searchDialogRef = useSelector(useAppRef(), ({ children }) => children.searchDialog)
  return (
    <button
      type="button"
      className={styles.search}
      {...disabledProps(searchDialogRef ? null : 'Loading…')}
      aria-label="Search the site"
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => searchDialogRef?.send({ type: 'search.requested' })}
    >
      Search
    </button>
  )
}

/** Scrolls the navigation to a link of it, which may be out of sight on a narrow screen. */
const scrollIntoSight = (link: HTMLElement | null) => {
  const navigation = link?.closest('nav')
  if (link && navigation) navigation.scrollLeft = link.offsetLeft - navigation.offsetLeft
}
