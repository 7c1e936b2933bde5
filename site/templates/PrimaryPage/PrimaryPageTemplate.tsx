import { Group } from '#src/views/GroupView.tsx'
import { defineTemplate } from '#src/views/define.ts'
import styles from './PrimaryPageTemplate.module.css'

export default defineTemplate({
  View: ({ iri }) => (
    <article className={styles.page}>
      <Group owner={iri} name="primary" />
    </article>
  ),
})
