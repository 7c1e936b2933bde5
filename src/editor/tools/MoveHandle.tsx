import type { KeyboardEvent } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { moveHandleId } from '../moving/LazyDragHandle.tsx'
import styles from './SelectionToolbar.module.css'

interface MoveHandleProps {
  index: number
  count: number
  isAllowed: boolean
  /** Moves the component to an index among those of its group. */
  move: (to: number) => void
}

/** The handle by which the selected component is moved: by the arrow keys, or to any drop target by dragging it. */
export const MoveHandle = ({ index, count, isAllowed, move }: MoveHandleProps) => (
  <Button
    id={moveHandleId}
    variant="quiet"
    tabIndex={-1}
    aria-label="Move"
    aria-keyshortcuts="ArrowUp ArrowDown"
    title="Drag, or move by the arrow keys"
    data-move-handle=""
    className={styles.tool}
    unavailable={!isAllowed}
    onKeyDown={(event) => {
      const to = targetOf(event, index)
      if (to === null) return
      event.preventDefault()
      if (isAllowed && to >= 0 && to < count) move(to)
    }}
  >
    <span aria-hidden="true" className={styles.grip}>
      ⋮⋮
    </span>
  </Button>
)

/** Returns the index that a key moves to, which may be outside of the group; null for another key. */
const targetOf = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, index: number) => {
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'ArrowUp') return index - 1
  return key === 'ArrowDown' ? index + 1 : null
}
