import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { type MoveTarget, useMove } from '../hooks/use-group-order.ts'
import { MoveHandle } from './MoveHandle.tsx'
import styles from './SelectionToolbar.module.css'

/** Moves the selected component among those of its group. */
export function MoveTools({ isAllowed, ...target }: MoveTarget & { isAllowed: boolean }) {
  const { index, count, move } = useMove(target)
  return (
    <div role="group" aria-label="Move" className={styles.group}>
      <MoveHandle
        isAllowed={isAllowed}
        step={(by) => {
          if (index + by >= 0 && index + by < count) move(index + by)
        }}
      />
      <Button
        variant="quiet"
        tabIndex={-1}
        aria-label="Up"
        data-optional-tool=""
        title={index <= 0 ? 'It is the first already' : 'Up'}
        className={styles.tool}
        unavailable={!isAllowed || index <= 0}
        onClick={() => move(index - 1)}
      >
        <Icon name="up" />
      </Button>
      <Button
        variant="quiet"
        tabIndex={-1}
        aria-label="Down"
        data-optional-tool=""
        title={index >= count - 1 ? 'It is the last already' : 'Down'}
        className={styles.tool}
        unavailable={!isAllowed || index < 0 || index >= count - 1}
        onClick={() => move(index + 1)}
      >
        <Icon name="down" />
      </Button>
    </div>
  )
}
