import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Boundary } from '#content/page/geometry/insertion-line.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { disabledProps } from '#src/ui/disabled-props.ts'
import { focusSelected } from '../dom/focus-order.ts'
import { followElement } from '../dom/follow-element.ts'
import { buttonOn, lineAt } from '../dom/insertion-lines.ts'
import { positionLine } from '../dom/position-line.ts'
import { preventFocus } from '../dom/keep-focus.ts'
import { useResourceElement } from '../hooks/use-resource-element.ts'
import styles from './InsertionLine.module.css'

interface InsertionLineProps {
  /** Null while there is no line to be drawn. Its elements stay, because others on the page take longer to be painted. */
  boundary: Boundary | null
  /** Says what is added where. */
  label: string
  /** True while the pointer is near. */
  isHovered: boolean
  /** True beside the selected component: the keyboard reaches it, touch screens show it, and it follows the component. */
  isSelected?: boolean
  disabledReason: string | null
  onPress: () => void
}

/** Draws a line between two components with a button on it. It takes no space, and only the button can be pressed. */
export function InsertionLine({
  boundary,
  isHovered,
  isSelected = false,
  ...props
}: InsertionLineProps) {
  const { position = null, side = 'after' } = boundary ?? {}
  const element = useResourceElement(position)
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!element) return undefined
    const update = (isMoving?: boolean) =>
      positionInsertionLine(ref.current!, element, side, isMoving)
    if (isSelected) return followElement(element.firstElementChild ?? element, ref.current!, update)
    update()
    return undefined
  }, [element, side, isSelected])
  return createPortal(
    <div
      ref={ref}
      hidden={element === null}
      className={classNames(styles.line, isSelected && styles.selected)}
      data-editor-chrome=""
      data-insertion-line={isHovered ? 'hovered' : ''}
      data-editor-tools={isSelected ? '' : undefined}
    >
      <AddButton {...props} onEscape={() => element && focusSelected(element)} />
    </div>,
    document.body,
  )
}

interface AddButtonProps {
  label: string
  disabledReason: string | null
  onPress: () => void
  onEscape: () => void
}

const AddButton = ({ label, disabledReason, onPress, onEscape }: AddButtonProps) => (
  <button
    type="button"
    // Not `aria-label`: the name quotes the component, whose fields have labels of the same words.
    title={label}
    aria-haspopup="dialog"
    {...disabledProps(disabledReason)}
    tabIndex={-1}
    className={styles.button}
    onMouseDown={preventFocus}
    onClick={disabledReason === null ? onPress : undefined}
    onKeyDown={(event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      onEscape()
    }}
  >
    <Icon name="plus" />
  </button>
)

/** The sizes of the button in pixels, as in `InsertionLine.module.css`. */
const sizes = { fine: 24, coarse: 44 }

/** While the element moves, the button stays where it is on the line. */
function positionInsertionLine(
  lineEl: HTMLElement,
  position: Element,
  side: Boundary['side'],
  isMoving = false,
) {
  const line = lineAt(position, side)
  if (isMoving) {
    positionLine(lineEl, line.box)
    return
  }
  const size = matchMedia('(pointer: coarse)').matches ? sizes.coarse : sizes.fine
  const button = buttonOn(line, position, side, size)
  positionLine(lineEl, line.box)
  lineEl.style.setProperty('--button-x', `${button.x - line.box.left}px`)
  lineEl.style.setProperty('--button-y', `${button.y - line.box.top}px`)
}
