import { useSelector } from '@xstate/react'
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { Point } from '#content/page/geometry/box.ts'
import { type DragEvent, type DragRef, isDragging, isPressed } from '#machines/editing/drag.ts'
import { DropFeedback } from './DropFeedback.tsx'
import { type DropContext, describeDropTarget, dragItemOf } from './describe-drop-target.ts'
import { listenForDrags } from './drag-sensors.ts'
import { type Moved, dropTargetOf } from './drop-targets.ts'

export interface DragHandleProps {
  dragRef: DragRef
  context: DropContext
  /** The element that is pressed: the handle of the selected component, or the tree of the outline. */
  handleRef: RefObject<HTMLElement | null>
  /** Returns the position that a press or a key there picks up; null if it picks nothing up. */
  positionAt: (event: Event) => Iri<'COMPONENT_POSITION'> | null
  /** Returns the positions that are moved with one, in the order of the page: all that are selected together with it. */
  movedWith: (position: Iri<'COMPONENT_POSITION'>) => Moved
  /** Says by which keys something is picked up. */
  instructions: string
}

type Handle = Omit<DragHandleProps, 'instructions'>

/** Makes components draggable, by mouse, finger and keyboard, and shows where they can be dropped. */
export function DragHandle({ instructions, ...handle }: DragHandleProps) {
  const { dragRef, context, handleRef } = handle
  const instructionsId = useId()
  // There may be another handle, by which something is dragged.
  const isOwn = useOwnDrag(handle)
  const dragging = useSelector(dragRef, isDragging) && isOwn
  const pressed = useSelector(dragRef, isPressed)
  useEffect(() => {
    const handleEl = handleRef.current!
    handleEl.setAttribute('aria-describedby', instructionsId)
    return () => handleEl.removeAttribute('aria-describedby')
  }, [handleRef, instructionsId])
  return (
    <>
      <p id={instructionsId} hidden>
        {instructions}
      </p>
      {pressed ? <HeldHandle handleRef={handleRef} /> : null}
      {dragging ? <DropFeedback {...{ dragRef, context }} /> : null}
    </>
  )
}

/** Reports drags of the handle, which another part of the editor renders. Returns true while something is dragged by it. */
function useOwnDrag(handle: Handle) {
  const { dragRef, handleRef } = handle
  const [isOwn, setIsOwn] = useState(false)
  const picksUp = useEffectEvent((event: Event) => handle.positionAt(event) !== null)
  const begin = useEffectEvent((event: Event) => {
    setIsOwn(true)
    startDrag(event, handle)
  })
  const end = useEffectEvent((type: 'drop.requested' | 'drag.canceled') => {
    setIsOwn(false)
    sendWhileEditing(dragRef, { type })
  })
  useEffect(
    () =>
      listenForDrags(handleRef.current!, {
        picksUp,
        onPress: () => dragRef.send({ type: 'handle.pressed' }),
        onRelease: () => dragRef.send({ type: 'handle.released' }),
        onStart: begin,
        onDrop: () => end('drop.requested'),
        onCancel: () => end('drag.canceled'),
      }),
    [handleRef, dragRef],
  )
  // A component that is not selected any more, or whose outline is closed, is not dragged on.
  const cancel = useEffectEvent(() => {
    if (isOwn) sendWhileEditing(dragRef, { type: 'drag.canceled' })
  })
  useEffect(() => () => cancel(), [])
  return isOwn
}

function startDrag(event: Event, { dragRef, context, positionAt, movedWith }: Handle) {
  const position = positionAt(event)
  const item = position && dragItemOf(position, context, movedWith(position))
  const dropTarget = item && dropTargetOf(item.position, item.positions)
  if (!dropTarget) return
  dragRef.send({
    type: 'drag.started',
    item,
    dropTarget: describeDropTarget(item, dropTarget, context),
    start: pointOf(event),
  })
}

/** Sends an event, unless editing has ended: then the actor has stopped, but the library may still follow the pointer. */
const sendWhileEditing = (dragRef: DragRef, event: DragEvent) => {
  if (dragRef.getSnapshot().status === 'active') dragRef.send(event)
}

/** Shows that the handle is held, until the press becomes a drag. */
function HeldHandle({ handleRef }: Pick<DragHandleProps, 'handleRef'>) {
  useEffect(() => {
    const { dataset } = handleRef.current!
    dataset['held'] = ''
    return () => void delete dataset['held']
  }, [handleRef])
  return null
}

const pointOf = (event: Event): Point | null => {
  if (event instanceof KeyboardEvent) return null
  const at = event instanceof MouseEvent ? event : (event as TouchEvent).touches[0]
  return at ? { x: at.clientX, y: at.clientY } : null
}
