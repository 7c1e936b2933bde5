import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import popoverStyles from '#src/ui/Popover.module.css'
import { classNames } from '#src/ui/class-names.ts'
import { tabbableElements } from '../../dom/focus-order.ts'
import { positionTextTools } from '../../dom/position-text-tools.ts'
import styles from './TextTools.module.css'

export interface TextToolsProps {
  /** The element of the text that they belong to. */
  textRef: RefObject<HTMLElement | null>
  /** True for a text of the panel, in which they have a place; otherwise they float at the text. */
  inPanel: boolean
  children: ReactNode
}

/** Makes tools that float over the page a region of their own, and the first of the tools of the selection. */
const floatingAttributes = { role: 'region', 'aria-label': 'Text tools', 'data-editor-tools': '' }

/**
 * Shows the tools of a text beside it. They are no part of the tab order, so that Tab leads from the text to the panel:
 * Alt+F10 leads to them, as in other editors, and Escape leads back. What floats is appended to the body, out of reach of the
 * site's styles.
 */
export function TextTools({ textRef, inPanel, children }: TextToolsProps) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(
    () => (inPanel ? undefined : positionTextTools(textRef.current!, ref.current!)),
    [inPanel, textRef],
  )
  const tools = (
    <div
      ref={ref}
      className={classNames(
        !inPanel && popoverStyles.popover,
        inPanel ? styles.inPanel : styles.floating,
      )}
      {...(!inPanel && floatingAttributes)}
      data-editor-chrome=""
      data-text-tools=""
      onKeyDown={(event) => leaveByKey(event, textRef.current!)}
    >
      {children}
    </div>
  )
  return inPanel ? tools : createPortal(tools, document.body)
}

/** Moves the focus back to the text on Escape, and keeps it within a form on Tab. */
function leaveByKey(event: KeyboardEvent<HTMLElement>, textEl: HTMLElement) {
  if (event.defaultPrevented) return
  if (event.key === 'Escape') {
    event.preventDefault()
    textEl.focus({ preventScroll: true })
  }
  // From a format button Tab leads to the other tools.
  if (event.key !== 'Tab') return
  const stops = tabbableElements(event.currentTarget)
  if (document.activeElement !== stops.at(event.shiftKey ? 0 : -1)) return
  event.preventDefault()
  stops.at(event.shiftKey ? -1 : 0)?.focus({ preventScroll: true })
}
