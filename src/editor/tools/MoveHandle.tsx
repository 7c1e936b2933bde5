import type { KeyboardEvent } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { moveHandleId } from '../moving/LazyDragHandle.tsx'
import styles from './SelectionToolbar.module.css'

interface MoveHandleProps {
  refusal: string | null
  /** Moves what is selected one earlier or later in its group, if it is not at the end. */
  step: (by: -1 | 1) => void
}

/** The handle by which what is selected is moved: by the arrow keys, or to any drop target by dragging it. */
export const MoveHandle = ({ refusal, step }: MoveHandleProps) => (
  <Button
    id={moveHandleId}
    variant="quiet"
    tabIndex={-1}
    aria-label="Move"
    aria-keyshortcuts="ArrowUp ArrowDown"
    title="Drag, or move by the arrow keys"
    data-move-handle=""
    className={styles.tool}
    disabledReason={refusal}
    onKeyDown={(event) => {
      const by = stepOf(event)
      if (by === null) return
      event.preventDefault()
      if (refusal === null) step(by)
    }}
  >
    <span aria-hidden="true" className={styles.grip}>
      ⋮⋮
    </span>
  </Button>
)

/** Returns the direction in which a key moves; null for another key. */
const stepOf = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'ArrowUp') return -1
  return key === 'ArrowDown' ? 1 : null
}
