import type { Component } from '#content/resource.ts'
import { defineEditor } from '#src/editor/define-editor.ts'
import { CurrentFormatMenu } from '#src/editor/rich-text/CurrentFormatMenu.tsx'
import { RichText } from '#src/editor/rich-text/RichText.tsx'
import styles from './HtmlContent.module.css'

interface HtmlContent extends Component {
  html?: string | null
}

export default defineEditor<HtmlContent>({
  InPlace: ({ resource, selected, change, settle }) => (
    <RichText
      label="Body text"
      placeholder="Write something"
      className={styles.prose}
      html={resource.html ?? null}
      active={selected}
      onChange={(html) => change('html', html)}
      onBlur={settle}
    />
  ),
  Tab: () => <CurrentFormatMenu />,
})
