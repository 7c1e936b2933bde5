import { pageNumberIn, pageLinks, updateSearch } from '#content/page/collection.ts'
import { usePath } from '../hooks/use-path.ts'
import styles from './CollectionView.module.css'

/** Renders links to the pages of a collection, or nothing for a single page. */
export function Pagination({ search, pages }: { search: string; pages: number }) {
  const path = usePath()
  const page = pageNumberIn(search)
  if (pages < 2) return null
  const hrefOfPage = (number: number) =>
    path + updateSearch(search, { page: number > 1 ? String(number) : null })
  return (
    <nav aria-label="Pages" className={styles.pagination}>
      <AdjacentPageLink label="Previous" href={page > 1 ? hrefOfPage(page - 1) : undefined} />
      <ol className={styles.pages}>
        {pageLinks(page, pages).map((number, index) => (
          <li key={number ?? `gap ${index}`}>
            {number === null ? (
              <span className={styles.ellipsis}>…</span>
            ) : (
              <a
                href={hrefOfPage(number)}
                className={styles.page}
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </a>
            )}
          </li>
        ))}
      </ol>
      <AdjacentPageLink label="Next" href={page < pages ? hrefOfPage(page + 1) : undefined} />
    </nav>
  )
}

/** Renders a link to the previous or next page. Without `href` it is disabled and keeps its place. */
const AdjacentPageLink = ({ label, href }: { label: string; href: string | undefined }) => (
  <a href={href} className={styles.adjacent} aria-disabled={href === undefined || undefined}>
    {label}
  </a>
)
