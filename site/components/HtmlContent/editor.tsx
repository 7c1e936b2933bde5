import { defineEditor } from '#src/editor/define-editor.ts'
import { ActiveFormatToolbar } from '#src/editor/rich-text/ActiveFormatToolbar.tsx'
import { RichTextEditor } from '#src/editor/rich-text/RichTextEditor.tsx'
import { kind } from './kind.ts'
import styles from './HtmlContent.module.css'

export default defineEditor<typeof kind>({
  InPlace: ({ resource, selected, change, flush }) => (
    <RichTextEditor
      label={kind.fields.html.label}
      placeholder="Write something"
      className={styles.prose}
      html={resource.html ?? null}
      active={selected}
      onChange={(html) => change('html', html)}
      onBlur={flush}
    />
  ),
  Tab: () => <ActiveFormatToolbar />,
})
