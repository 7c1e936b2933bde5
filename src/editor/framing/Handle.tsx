import type { KeyboardEvent } from 'react'
import type { DraftProps } from './draft-props.ts'
import { type MoveBy, useDrag, wayOfKey } from './use-drag.ts'

interface HandleProps extends DraftProps {
  label: string
  roleDescription?: string
  orientation?: 'horizontal' | 'vertical'
  className: string | undefined
  style: { left: string; top: string }
  /** The place as a fraction; of a point, that from the left. */
  value: number
  valueText: string
  moveBy: MoveBy
}

/** Renders something that is dragged, and moved by the arrow keys. Screen readers say where it is. */
export function Handle({ draft, onChange, moveBy, ...props }: HandleProps) {
  const drag = useDrag(draft, moveBy, onChange)
  const handleKey = (event: KeyboardEvent) => {
    const way = wayOfKey(event)
    if (!way) return
    event.preventDefault()
    onChange(moveBy(draft, way))
  }
  return (
    <div
      {...drag}
      role="slider"
      tabIndex={0}
      aria-label={props.label}
      aria-roledescription={props.roleDescription}
      aria-orientation={props.orientation}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(props.value * 100)}
      aria-valuetext={props.valueText}
      className={props.className}
      style={props.style}
      onKeyDown={handleKey}
    />
  )
}
