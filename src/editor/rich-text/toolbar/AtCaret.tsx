import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import popoverStyles from '#src/ui/Popover.module.css'
import { classNames } from '#src/ui/class-names.ts'
import { isDialogOpen } from '../../dom/is-dialog-open.ts'
import { positionAtCaret } from '../../dom/position-at-caret.ts'
import type { TextEditor } from '../create-text-editor.ts'
import styles from './FormatToolbar.module.css'
import { leaveByKey } from './TextTools.tsx'

interface AtCaretProps {
  editor: TextEditor
  label: string
  children: ReactNode
}

/** Shows a form below the caret, or above it where there is more room. */
export function AtCaret({ editor: { view }, label, children }: AtCaretProps) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => positionAtCaret(view, ref.current!), [view])
  return createPortal(
    <section aria-label={label}>
      <div
        ref={ref}
        className={classNames(popoverStyles.popover, styles.atCaret)}
        data-editor-chrome=""
        onKeyDown={(event) => {
          // React passes on what happens in the dialog of the library, too.
          if (!isDialogOpen()) leaveByKey(event, view.dom)
        }}
      >
        {children}
      </div>
    </section>,
    document.body,
  )
}
