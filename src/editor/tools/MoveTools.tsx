import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { type MoveTarget, useMove } from '../hooks/use-group-order.ts'
import { MoveHandle } from './MoveHandle.tsx'
import styles from './SelectionToolbar.module.css'

/** Moves the selected component among those of its group. */
export function MoveTools({ refusal, ...target }: MoveTarget & { refusal: string | null }) {
  const { up, down } = useMove(target)
  return (
    <div role="group" aria-label="Move" className={styles.group}>
      <MoveHandle
        refusal={refusal}
        step={(by) => {
          const { canMove, move } = by < 0 ? up : down
          if (canMove) move()
        }}
      />
      <Button
        variant="quiet"
        tabIndex={-1}
        aria-label="Up"
        data-optional-tool=""
        title="Up"
        className={styles.tool}
        disabledReason={refusal ?? up.refusal}
        onClick={up.move}
      >
        <Icon name="up" />
      </Button>
      <Button
        variant="quiet"
        tabIndex={-1}
        aria-label="Down"
        data-optional-tool=""
        title="Down"
        className={styles.tool}
        disabledReason={refusal ?? down.refusal}
        onClick={down.move}
      >
        <Icon name="down" />
      </Button>
    </div>
  )
}
