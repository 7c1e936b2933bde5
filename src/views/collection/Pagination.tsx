import { pageNumberIn, pageLinks, updateSearch } from '#content/page/collection.ts'
import { disabledProps } from '#src/ui/disabled-props.ts'
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
      <AdjacentPageLink
        label="Previous"
        end="This is the first page."
        href={page > 1 ? hrefOfPage(page - 1) : undefined}
      />
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
      <AdjacentPageLink
        label="Next"
        end="This is the last page."
        href={page < pages ? hrefOfPage(page + 1) : undefined}
      />
    </nav>
  )
}

interface AdjacentPageLinkProps {
  label: string
  href: string | undefined
  /** Says why there is no such page where there is none. */
  end: string
}

/** Renders a link to the previous or next page. Without such a page it keeps its place, and says why. */
const AdjacentPageLink = ({ label, href, end }: AdjacentPageLinkProps) => (
  <a
    href={href}
    className={styles.adjacent}
    {...(href === undefined && { role: 'link', tabIndex: 0, ...disabledProps(end) })}
  >
    {label}
  </a>
)
