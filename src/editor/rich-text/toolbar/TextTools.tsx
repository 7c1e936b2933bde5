import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { createPortal } from 'react-dom'
import { tabbableElements } from '#src/ui/tabbable-elements.ts'
import { Dots, HiddenTools } from '../../tools/MoreMenu.tsx'
import toolbarStyles from '../../tools/SelectionToolbar.module.css'
import { useTextToolsSlot } from '../../tools/TextToolsSlot.tsx'
import { ToolbarFrame, handlePress } from '../../tools/ToolbarFrame.tsx'
import { ToolbarMenu } from '../../tools/ToolbarMenu.tsx'
import styles from './TextTools.module.css'

export interface TextToolsProps {
  /** The element of the text that they belong to. */
  textRef: RefObject<HTMLElement | null>
  /** True for a text of the panel, in which they have a place; otherwise they are part of the toolbar at the selection. */
  inPanel: boolean
  children: ReactNode
}

/**
 * Shows the tools of a text: in the panel, or in the toolbar of its component, or in one of their own for what has no
 * toolbar, such as a component that is being added.
 */
export const TextTools = (props: TextToolsProps) =>
  props.inPanel ? <Tools {...props} /> : <ToolbarTools {...props} />

function ToolbarTools(props: TextToolsProps) {
  const slot = useTextToolsSlot()
  if (slot) return createPortal(<Tools {...props} />, slot)
  return (
    <ToolbarFrame element={props.textRef}>
      <Tools {...props} />
      <div className={toolbarStyles.overflow}>
        <ToolbarMenu label="More" trigger={<Dots />}>
          <HiddenTools />
        </ToolbarMenu>
      </div>
    </ToolbarFrame>
  )
}

const Tools = ({ textRef, inPanel, children }: TextToolsProps) => (
  <div
    className={inPanel ? styles.inPanel : undefined}
    data-editor-chrome=""
    data-text-tools=""
    onMouseDown={inPanel ? undefined : handlePress}
    onKeyDown={(event) => leaveByKey(event, textRef.current!)}
  >
    {children}
  </div>
)

/** Moves the focus back to the text on Escape, and keeps it within a form on Tab. */
export function leaveByKey(event: KeyboardEvent<HTMLElement>, textEl: HTMLElement) {
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
