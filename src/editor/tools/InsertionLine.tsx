import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Boundary } from '#content/page/insertion-line.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { focusSelected } from '../dom/focus-order.ts'
import { followElement } from '../dom/follow-element.ts'
import { findResourceElement } from '../dom/hit-test.ts'
import { buttonOn, lineAt } from '../dom/insertion-lines.ts'
import { usePositionBox } from '../hooks/use-resource-element.ts'
import styles from './InsertionLine.module.css'

interface InsertionLineProps {
  boundary: Boundary
  /** Says what is added where. */
  label: string
  /** True while the pointer is near. */
  isHovered: boolean
  /** True beside the selected component: the keyboard reaches it, and touch screens show it. */
  isSelected?: boolean
  isAllowed: boolean
  onPress: () => void
}

/** Draws a line between two components with a button on it. It takes no space, and only the button can be pressed. */
export function InsertionLine({ isHovered, isSelected = false, ...props }: InsertionLineProps) {
  const { position, side } = props.boundary
  const element = usePositionBox(position)
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!element) return undefined
    const lineEl = ref.current!
    return followElement(element, lineEl, () => placeLine(lineEl, { position, side }))
  }, [element, position, side])
  if (!element) return null
  return createPortal(
    <div
      ref={ref}
      className={classNames(styles.line, isSelected && styles.selected)}
      data-editor-chrome=""
      data-insertion-line={isHovered ? 'hovered' : ''}
      data-editor-tools={isSelected ? '' : undefined}
    >
      <AddButton {...props} />
    </div>,
    document.body,
  )
}

type AddButtonProps = Omit<InsertionLineProps, 'isHovered' | 'isSelected'>

const AddButton = ({ boundary, label, isAllowed, onPress }: AddButtonProps) => (
  <button
    type="button"
    // Not `aria-label`, by which a field is found that is called like the component in it.
    title={label}
    aria-haspopup="dialog"
    aria-disabled={isAllowed ? undefined : true}
    tabIndex={-1}
    className={styles.button}
    // The focus, and the caret with it, stays where one types.
    onMouseDown={(event) => event.preventDefault()}
    onClick={isAllowed ? onPress : undefined}
    onKeyDown={(event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      focusSelected(findResourceElement(boundary.position)!)
    }}
  >
    <Icon name="plus" />
  </button>
)

/** The sizes of the button in pixels, as in `InsertionLine.module.css`. */
const sizes = { fine: 24, coarse: 44 }

function placeLine(lineEl: HTMLElement, boundary: Boundary) {
  const line = lineAt(boundary)
  if (!line) return
  const { left, top, right, bottom } = line.box
  const size = matchMedia('(pointer: coarse)').matches ? sizes.coarse : sizes.fine
  const button = buttonOn(line, boundary, size)
  const { style } = lineEl
  // Document coordinates, so that scrolling moves the line with the page.
  style.translate = `${left + scrollX}px ${top + scrollY}px`
  style.inlineSize = `${right - left}px`
  style.blockSize = `${bottom - top}px`
  style.setProperty('--button-x', `${button.x - left}px`)
  style.setProperty('--button-y', `${button.y - top}px`)
}
