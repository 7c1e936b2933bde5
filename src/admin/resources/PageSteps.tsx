import { pageNumberIn, updateSearch } from '#content/page/collection.ts'
import { usePath } from '#src/views/hooks/use-path.ts'
import styles from './ResourceList.module.css'

/** Leads to the previous and the next page from above a list; the numbers of all pages are below it. */
export function PageSteps({ search, pages }: { search: string; pages: number }) {
  const path = usePath()
  const page = pageNumberIn(search)
  if (pages < 2) return null
  const hrefOfPage = (number: number) =>
    path + updateSearch(search, { page: number > 1 ? String(number) : null })
  return (
    <nav aria-label="Pages, above the list" className={styles.steps}>
      {page > 1 ? <a href={hrefOfPage(page - 1)}>Previous page</a> : null}
      {page < pages ? <a href={hrefOfPage(page + 1)}>Next page</a> : null}
    </nav>
  )
}
