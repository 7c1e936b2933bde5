import type { Editor } from '@tiptap/core'
import { BubbleMenu } from '@tiptap/react/menus'
import styles from './FormatToolbar.module.css'
import { FormatToolbar } from './FormatToolbar.tsx'

/** The format buttons beside what is selected. Outside the page, so that the site's styles do not reach them. */
export const FormatBubbleMenu = ({ editor }: { editor: Editor }) => (
  <BubbleMenu
    editor={editor}
    className={styles.bubble}
    data-editor-chrome=""
    appendTo={() => document.body}
    options={{ strategy: 'fixed', placement: 'top', offset: 8, flip: true, shift: { padding: 8 } }}
  >
    <FormatToolbar editor={editor} />
  </BubbleMenu>
)
