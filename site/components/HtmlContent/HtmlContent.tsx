import type { Component } from '#content/model/resource.ts'
import { defineComponent } from '#src/views/registry/registry.ts'
import styles from './HtmlContent.module.css'

interface HtmlContent extends Component {
  html?: string
}

export default defineComponent<HtmlContent>({
  html: ['html'],
  View: ({ resource }) => (
    <div className={styles.prose} dangerouslySetInnerHTML={{ __html: resource.html ?? '' }} />
  ),
})
