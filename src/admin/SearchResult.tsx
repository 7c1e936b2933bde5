import styles from './SearchResult.module.css'

/** Shows the address and the title of a page as search engines list them. */
export const SearchResult = ({ url, title }: { url: string; title: string }) => (
  <>
    <p className={styles.url}>{url}</p>
    <p className={styles.title}>{title}</p>
  </>
)
