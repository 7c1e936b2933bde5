import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react'
import { createPortal } from 'react-dom'
import { overlayLayer } from '../dom/overlay-layer.ts'
import { positionSelectionToolbar } from '../dom/position-selection-toolbar.ts'
import { preventFocus } from '../dom/keep-focus.ts'
import { ariaKeyShortcuts, shortcuts } from '../shortcuts.ts'
import styles from './SelectionToolbar.module.css'

interface ToolbarFrameProps {
  /** The element that the tools are for, or the ref of one that is rendered together with them. */
  element: HTMLElement | RefObject<HTMLElement | null>
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  children: ReactNode
}

/**
 * Frames the one toolbar of what is selected, beside it. It is appended to the body, out of reach of the site's styles, and no
 * part of the tab order: Alt+F10 leads to it, as in other editors.
 */
export function ToolbarFrame({ element, onKeyDown, children }: ToolbarFrameProps) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const found = 'current' in element ? element.current! : element
    return positionSelectionToolbar(found, ref.current!)
  }, [element])
  return createPortal(
    <section aria-label="Component tools">
      <div
        ref={ref}
        role="toolbar"
        aria-label="Tools"
        tabIndex={-1}
        aria-keyshortcuts={ariaKeyShortcuts(shortcuts.focusTools.keys)}
        className={styles.toolbar}
        data-editor-chrome=""
        data-editor-tools=""
        onMouseDown={handlePress}
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
    </section>,
    overlayLayer(),
  )
}

/** A press on a tool leaves the caret in the text, unless it begins a drag or leads into a form that belongs to a tool. */
export const handlePress = (event: MouseEvent) => {
  if (!(event.target as Element).closest('[data-move-handle], form')) preventFocus(event)
}
