import { linkOrNull } from '#content/links/link.ts'
import { LongDate } from '#src/ui/LongDate.tsx'
import { Group } from '#src/views/page/GroupView.tsx'
import { defineTemplate } from '#src/views/registry/registry.ts'
import { usePageData } from '#src/views/hooks/use-page-data.ts'
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
          </header>
        )}
        <Group owner={iri} name="primary" />
      </article>
    )
  },
})

/** Leads to the path above that of the article, where the list is. */
const BackLink = ({ routePath = '' }: { routePath: string | undefined }) => {
  const href = linkOrNull(routePath.slice(0, routePath.lastIndexOf('/')))
  return href ? (
    <a href={href} className={styles.back}>
      <span aria-hidden="true">← </span>All articles
    </a>
  ) : null
}
