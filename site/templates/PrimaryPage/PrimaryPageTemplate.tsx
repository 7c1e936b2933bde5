import { Group } from '#src/views/page/GroupView.tsx'
import { defineTemplate } from '#src/views/registry/registry.ts'
import { usePageData } from '#src/views/hooks/use-page-data.ts'
import styles from './PrimaryPageTemplate.module.css'

export default defineTemplate({
  View: function PrimaryPageTemplate({ iri }) {
    const pageData = usePageData()
    return (
      <article className={styles.page}>
        {pageData && <h1 className={styles.eyebrow}>{pageData.title}</h1>}
        <Group owner={iri} name="primary" />
      </article>
    )
  },
})
