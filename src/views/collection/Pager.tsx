import { pageIn, pageLinks, searchWith } from '#content/listed.ts'
import { usePath } from '../use-path.ts'
import styles from './CollectionView.module.css'

/** Links to the other parts of a list. */
export function Pager({ search, pages }: { search: string; pages: number }) {
  const path = usePath()
  const page = pageIn(search)
  if (pages < 2) return null
  const to = (number: number) =>
    path + searchWith(search, { page: number > 1 ? String(number) : null })
  return (
    <nav aria-label="Pages" className={styles.pager}>
      <Step label="Previous" href={page > 1 ? to(page - 1) : undefined} />
      <ol className={styles.numbers}>
        {pageLinks(page, pages).map((number, at) => (
          <li key={number ?? `gap ${at}`}>
            {number === null ? (
              <span className={styles.gap}>…</span>
            ) : (
              <a
                href={to(number)}
                className={styles.number}
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </a>
            )}
          </li>
        ))}
      </ol>
      <Step label="Next" href={page < pages ? to(page + 1) : undefined} />
    </nav>
  )
}

/** A link without an address is none, and still keeps its place. */
const Step = ({ label, href }: { label: string; href: string | undefined }) => (
  <a href={href} className={styles.step} aria-disabled={href === undefined || undefined}>
    {label}
  </a>
)
