import { linkOrNull } from '#content/links/link.ts'
import { isPageDataOf } from '#content/model/kind.ts'
import { LongDate } from '#src/views/page/SiteDate.tsx'
import { Group } from '#src/views/page/GroupView.tsx'
import { defineTemplate } from '#src/views/registry/registry.ts'
import { usePageData } from '#src/views/hooks/use-page-data.ts'
import type { kind } from '../../../data/BlogArticleData/kind.ts'
import styles from './BlogArticleTemplate.module.css'

/** Renders an article below its title and date, with a link back to the list. */
export default defineTemplate({
  View: function BlogArticleTemplate({ iri }) {
    const article = usePageData()
    return (
      <article className={styles.article}>
        {article && (
          <header className={styles.header}>
            <BackLink routePath={article.routePath} />
            <h1 className={styles.title}>{article.title}</h1>
            {article.createdAt ? (
              <LongDate date={article.createdAt} className={styles.date} />
            ) : null}
            {isPageDataOf<typeof kind>('BlogArticleData', article) ? (
              <Byline author={article.author} readingTime={article.readingTime} />
            ) : null}
          </header>
        )}
        <Group owner={iri} name="primary" />
      </article>
    )
  },
})

interface BylineProps {
  author: string | null | undefined
  readingTime: number | null | undefined
}

/** Names the author, and tells how long it takes to read, as far as that was entered. */
const Byline = ({ author, readingTime }: BylineProps) => {
  const parts = [author && `By ${author}`, readingTime && `${readingTime} min`].filter(Boolean)
  return parts.length > 0 ? <p className={styles.date}>{parts.join(' · ')}</p> : null
}

/** Leads to the path above that of the article, where the list is. */
const BackLink = ({ routePath = '' }: { routePath: string | undefined }) => {
  const href = linkOrNull(routePath.slice(0, routePath.lastIndexOf('/')))
  return href ? (
    <a href={href} className={styles.back}>
      <span aria-hidden="true">← </span>All articles
    </a>
  ) : null
}
