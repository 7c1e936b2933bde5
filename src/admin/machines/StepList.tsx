import { useSelector } from '@xstate/react'
import { type KeyboardEvent, useEffectEvent, useId, useLayoutEffect } from 'react'
import { stateText } from '#charts/live/actor-rows.ts'
import type { WatchedStep } from '#charts/live/watched.ts'
import { selectCursor } from '#machines/admin/machine-viewer.ts'
import type { StepsProps } from './viewer-props.ts'
import { useVisibleRows } from './use-visible-rows.ts'
import styles from './EventLog.module.css'

/** The height of a row in pixels, as in the stylesheet. */
const rowHeight = 28

/** Lists steps, the last one at the bottom. An arrow key leads to the step before or after, and shows its time. */
export function StepList({ viewerRef, steps, onChoose }: StepsProps) {
  const [id, cursor] = [useId(), useSelector(viewerRef, selectCursor)]
  const { ref, onScroll, first, end, show } = useVisibleRows(steps.length, rowHeight)
  const at = cursor === null ? steps.length - 1 : steps.findLastIndex((step) => step.id <= cursor)
  useRowInSight(at, show)
  const choose = (step: WatchedStep) => {
    // The rows themselves come and go.
    ref.current!.focus({ preventScroll: true })
    onChoose(step)
  }
  return (
    <div
      ref={ref}
      role="listbox"
      aria-label="Events, the last one at the end"
      aria-activedescendant={at >= first && at < end ? `${id}${steps[at]!.id}` : undefined}
      tabIndex={0}
      className={styles.rows}
      onScroll={onScroll}
      onKeyDown={(event) => chooseByKey(event, { steps, at, onChoose })}
    >
      <div role="presentation" style={{ blockSize: steps.length * rowHeight }}>
        {steps.slice(first, end).map((step, index) => (
          <StepRow
            key={step.id}
            id={`${id}${step.id}`}
            step={step}
            top={(first + index) * rowHeight}
            isShown={step.id === cursor}
            onChoose={() => choose(step)}
          />
        ))}
      </div>
    </div>
  )
}

/** Scrolls to a row each time another one is to be seen. */
function useRowInSight(at: number, show: (row: number) => void) {
  const showRow = useEffectEvent(() => show(at))
  useLayoutEffect(() => {
    if (at >= 0) showRow()
  }, [at])
}

/** Chooses the step before or after that at a number, the first or the last. */
function chooseByKey(
  event: KeyboardEvent,
  { steps, at, onChoose }: Pick<StepsProps, 'steps' | 'onChoose'> & { at: number },
) {
  const step = steps[rowOfKey(event.key, at, steps.length)]
  if (!step) return
  event.preventDefault()
  onChoose(step)
}

const rowOfKey = (key: string, at: number, count: number) =>
  ({ ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: count - 1 })[key] ?? -1

interface StepRowProps {
  id: string
  step: WatchedStep
  top: number
  isShown: boolean
  onChoose: () => void
}

function StepRow({ id, step, top, isShown, onChoose }: StepRowProps) {
  const { at, sender, receiver, event, taken, snapshot } = step
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isShown}
      className={styles.row}
      style={{ insetBlockStart: top }}
      onClick={onChoose}
    >
      <span className={styles.time}>{timeOf(at)}</span>
      <span className={styles.actors}>
        {sender?.name ?? 'outside'} → {receiver.name}
      </span>
      <span className={styles.event}>{event.type}</span>
      <span className={styles.state}>
        {taken.length === 0 ? 'not handled' : stateText(snapshot.value)}
      </span>
    </div>
  )
}

/** Returns a time of day to the millisecond: `12:04:59.123`. */
const timeOf = (at: number) => {
  const local = at - new Date(at).getTimezoneOffset() * 60_000
  return new Date(local).toISOString().slice(11, -1)
}
