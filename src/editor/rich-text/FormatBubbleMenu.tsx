import type { Editor } from '@tiptap/core'
import { BubbleMenu } from '@tiptap/react/menus'
import popoverStyles from '#src/ui/Popover.module.css'
import { classNames } from '#src/ui/class-names.ts'
import { coveredEdges } from '../dom/place-beside.ts'
import styles from './FormatToolbar.module.css'
import { FormatToolbar } from './FormatToolbar.tsx'

/** Measures when it is placed, because the panel may have been resized. */
const placement = {
  strategy: 'fixed',
  placement: 'top',
  offset: 8,
  flip: true,
  shift: () => ({ padding: coveredEdges(8) }),
} as const

/**
 * Shows the format buttons beside the selected text. They are appended to the body, out of reach of the site's styles.
 */
export const FormatBubbleMenu = ({ editor }: { editor: Editor }) => (
  <BubbleMenu
    editor={editor}
    className={classNames(popoverStyles.popover, styles.bubble)}
    data-editor-chrome=""
    appendTo={() => document.body}
    options={placement}
  >
    <FormatToolbar editor={editor} />
  </BubbleMenu>
)
