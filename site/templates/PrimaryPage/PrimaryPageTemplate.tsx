import { Group } from '#src/views/GroupView.tsx'
import { defineTemplate } from '#src/views/define.ts'
import { usePageData } from '#src/views/use-page-data.ts'
import styles from './PrimaryPageTemplate.module.css'

export default defineTemplate({
  View: function PrimaryPageTemplate({ iri }) {
    const about = usePageData()
    return (
      <article className={styles.page}>
        {about && <h1 className={styles.name}>{about.title}</h1>}
        <Group owner={iri} name="primary" />
      </article>
    )
  },
})
