import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { type MoveTarget, useMove } from '../hooks/use-group-order.ts'
import { MoveHandle } from './MoveHandle.tsx'
import styles from './SelectionToolbar.module.css'

/** Moves the selected component among those of its group. */
export function MoveTools({ isAllowed, ...target }: MoveTarget & { isAllowed: boolean }) {
  const { up, down } = useMove(target)
  return (
    <div role="group" aria-label="Move" className={styles.group}>
      <MoveHandle
        isAllowed={isAllowed}
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
        title={up.refusal ?? 'Up'}
        className={styles.tool}
        unavailable={!isAllowed || !up.canMove}
        onClick={up.move}
      >
        <Icon name="up" />
      </Button>
      <Button
        variant="quiet"
        tabIndex={-1}
        aria-label="Down"
        data-optional-tool=""
        title={down.refusal ?? 'Down'}
        className={styles.tool}
        unavailable={!isAllowed || !down.canMove}
        onClick={down.move}
      >
        <Icon name="down" />
      </Button>
    </div>
  )
}
