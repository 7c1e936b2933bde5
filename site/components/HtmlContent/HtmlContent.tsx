import { HtmlView } from '#src/views/page/HtmlView.tsx'
import { defineComponent } from '#src/views/registry/registry.ts'
import type { kind } from './kind.ts'
import styles from './HtmlContent.module.css'

export default defineComponent<typeof kind>({
  View: ({ resource }) => <HtmlView html={resource.html} className={styles.prose} />,
})
