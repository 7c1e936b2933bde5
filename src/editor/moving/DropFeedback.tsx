import { useSelector } from '@xstate/react'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { type DropTarget, isSameDropTarget } from '#content/change/moves/transfers.ts'
import type { Point } from '#content/page/geometry/box.ts'
import {
  type DescribedDropTarget,
  type DragItem,
  dropTargetLabel,
} from '#machines/editing/drag-context.ts'
import {
  type DragRef,
  isAtOrigin,
  selectCollapsedItem,
  selectItem,
  selectDropTarget,
  selectStart,
} from '#machines/editing/drag.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { followElement } from '../dom/follow-element.ts'
import { findResourceElement } from '../dom/hit-test.ts'
import styles from './DropFeedback.module.css'
import { type DropContext, describeDropTarget } from './describe-drop-target.ts'
import { drawLine } from './drop-line.ts'
import { dropTargetAt } from './drop-targets.ts'
import { collapsedItemAt, outlineDropTargetAt, rowsOf } from './outline-drop-targets.ts'
import { trackKeys } from './track-keys.ts'
import { trackPointer } from './track-pointer.ts'

interface DropFeedbackProps {
  dragRef: DragRef
  context: DropContext
}

interface FeedbackProps extends DropFeedbackProps {
  item: DragItem
  start: Point | null
}

/** Follows the component that is dragged, and shows its name, where it would be, and why it cannot be there. */
export function DropFeedback({ dragRef, context }: DropFeedbackProps) {
  const item = useSelector(dragRef, selectItem)
  const start = useSelector(dragRef, selectStart)
  return item && <Feedback {...{ dragRef, item, start, context }} />
}

function Feedback({ item, ...props }: FeedbackProps) {
  const dropTarget = useSelector(props.dragRef, selectDropTarget)
  const atOrigin = useSelector(props.dragRef, isAtOrigin)
  const lineRef = useRef<HTMLDivElement>(null)
  const labelRef = useRef<HTMLDivElement>(null)
  const { start } = props
  useTracking({ item, labelRef, ...props })

  useLayoutEffect(() => {
    const groupEl = dropTarget && findResourceElement(dropTarget.group)
    if (!dropTarget || !groupEl) return
    const lineEl = lineRef.current!
    const labelEl = start ? null : labelRef.current
    return followElement(groupEl, lineEl, () => drawLine(lineEl, labelEl, dropTarget))
  }, [dropTarget, start])

  const refused = (dropTarget !== null && dropTarget.refusal !== null) || undefined
  return createPortal(
    <div aria-hidden="true" data-editor-chrome="">
      <div
        ref={lineRef}
        className={styles.line}
        data-drop-line=""
        data-refused={refused}
        hidden={!dropTarget || atOrigin}
      />
      <div
        ref={labelRef}
        className={styles.label}
        data-held-by={start ? 'pointer' : 'keys'}
        data-refused={refused}
      >
        <DropLabel label={item.label} dropTarget={dropTarget} />
      </div>
    </div>,
    document.body,
  )
}

/** Names what is dragged, and the drop target or why it cannot be there. */
const DropLabel = ({
  label,
  dropTarget,
}: {
  label: string
  dropTarget: DescribedDropTarget | null
}) => (
  <>
    <strong>
      {dropTarget?.refusal ? <Icon name="warning" /> : null}
      {label}
    </strong>
    <span>{dropTarget ? dropTargetLabel(dropTarget) : 'Let go here to leave it where it is'}</span>
  </>
)

/** Reports the drop targets over which the component is held, as long as it is dragged. */
function useTracking({
  dragRef,
  item,
  context,
  start,
  labelRef,
}: FeedbackProps & { labelRef: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const { positions } = item
    const current = () => selectDropTarget(dragRef.getSnapshot())
    const enter = (next: DropTarget | null) => {
      if (!isSameDropTarget(next, current()))
        dragRef.send({
          type: 'dropTarget.entered',
          dropTarget: next && describeDropTarget(item, next, context),
        })
    }
    const onMove = (point: Point) => {
      enter(dropTargetAt(point, positions) ?? outlineDropTargetAt(point, positions))
      const key = collapsedItemAt(point)
      if (key !== selectCollapsedItem(dragRef.getSnapshot()))
        dragRef.send({ type: 'collapsedItem.entered', key })
    }
    const stop = start
      ? trackPointer({ start, labelEl: labelRef.current!, onMove })
      : trackKeys({ item, context, current, enter })
    const unmark = markDragged(item)
    return () => {
      stop()
      unmark()
    }
  }, [dragRef, item, context, start, labelRef])
}

/** Marks the dragged component for its styles, and takes Escape for its drag. Returns a function that undoes both. */
function markDragged({ positions }: DragItem) {
  const { dataset } = document.documentElement
  const marked = positions
    .flatMap((position) => [findResourceElement(position), ...rowsOf(position)])
    .filter((element) => element !== null)
  dataset['dragging'] = ''
  for (const each of marked) each.dataset['dragged'] = ''
  addEventListener('keydown', claimEscape, { capture: true })
  return () => {
    removeEventListener('keydown', claimEscape, { capture: true })
    delete dataset['dragging']
    for (const each of marked) delete each.dataset['dragged']
  }
}

/** The library ends the drag. Elsewhere the key would clear the selection, where a press does not focus the handle. */
const claimEscape = (event: KeyboardEvent) => {
  if (event.key === 'Escape') event.preventDefault()
}
