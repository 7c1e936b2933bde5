import type { Editor } from '@tiptap/core'
import { BubbleMenu } from '@tiptap/react/menus'
import styles from './FormatMenu.module.css'
import { FormatMenu } from './FormatMenu.tsx'

/** The format buttons beside what is selected. Outside the page, so that the site's styles do not reach them. */
export const FormatBubble = ({ editor }: { editor: Editor }) => (
  <BubbleMenu
    editor={editor}
    className={styles.bubble}
    data-editor-chrome=""
    appendTo={() => document.body}
    options={{ strategy: 'fixed', placement: 'top', offset: 8, flip: true, shift: { padding: 8 } }}
  >
    <FormatMenu editor={editor} />
  </BubbleMenu>
)
