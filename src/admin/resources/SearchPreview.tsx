import { useSelector } from '@xstate/react'
import { searchPreviewOf } from '#content/admin/search-preview.ts'
import { selectDraft, selectForm } from '#machines/admin/resource-item.ts'
import { titleSeparator } from '#src/app/effects/admin/site-designs.ts'
import { useSiteConfig } from '#src/views/hooks/use-site-config.ts'
import { titleCase } from '#src/views/head/title-case.ts'
import { SearchResult } from '../SearchResult.tsx'
import type { ItemProps } from './item-props.ts'
import styles from './SearchPreview.module.css'

/** Shows a page as search engines list it, with what is entered. */
export function SearchPreview({ resourceItemRef }: ItemProps) {
  const form = useSelector(resourceItemRef, selectForm)!
  const draft = useSelector(resourceItemRef, selectDraft)
  const site = useSiteConfig()
  const { title, url, description } = searchPreviewOf(form, draft, {
    site,
    origin: location.origin,
    separator: titleSeparator,
    titleCase,
  })
  return (
    <figure className={styles.preview}>
      <figcaption className={styles.caption}>Search result</figcaption>
      {site.indexable ? null : (
        <p className={styles.caption}>
          Search engines are asked not to list any page of this site.
        </p>
      )}
      <SearchResult url={url} title={title} />
      <p className={styles.description}>
        {description || 'Without a description, search engines show a part of the page.'}
      </p>
    </figure>
  )
}
