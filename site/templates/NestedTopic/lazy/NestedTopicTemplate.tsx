import { Group } from '#src/views/page/GroupView.tsx'
import { defineTemplate } from '#src/views/registry/registry.ts'
import { usePageData } from '#src/views/hooks/use-page-data.ts'
import styles from './NestedTopicTemplate.module.css'

/** Renders the opening page of a topic. */
export default defineTemplate({
  View: function NestedTopicTemplate({ iri }) {
    const topic = usePageData()
    return (
      <article className={styles.topic}>
        {topic && <h1 className={styles.title}>{topic.title}</h1>}
        <Group owner={iri} name="primary" />
      </article>
    )
  },
})
