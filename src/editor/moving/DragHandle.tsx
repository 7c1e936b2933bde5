import {
  type Announcements,
  DndContext,
  type DragStartEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useDndContext,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useSelector } from '@xstate/react'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { Point } from '#content/page/geometry/box.ts'
import { type DragEvent, type DragRef, isDragging, isPressed } from '#machines/editing/drag.ts'
import { DropFeedback } from './DropFeedback.tsx'
import { type DropContext, describeDropTarget, dragItemOf } from './describe-drop-target.ts'
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

/** A finger scrolls the page, unless it rests on the handle for this long. */
const touch = { activationConstraint: { delay: 300, tolerance: 8 } }
const mouse = { activationConstraint: { distance: 4 } }
const keyboard = {
  // The arrow keys are handled by the drop targets of the page, not by coordinates.
  coordinateGetter: () => undefined,
  keyboardCodes: { start: ['Space', 'Enter'], end: ['Space', 'Enter'], cancel: ['Escape', 'Tab'] },
}

const nothing = () => undefined
/** The announcer says what happens, in words that the library does not know. */
const announcements: Announcements = {
  onDragStart: nothing,
  onDragOver: nothing,
  onDragEnd: nothing,
  onDragCancel: nothing,
}
/** Makes components draggable, by mouse, finger and keyboard, and shows where they can be dropped. */
export function DragHandle({ instructions, movedWith, ...handle }: DragHandleProps) {
  const { dragRef, context } = handle
  const sensors = useSensors(
    useSensor(MouseSensor, mouse),
    useSensor(TouchSensor, touch),
    useSensor(KeyboardSensor, keyboard),
  )
  const begin = ({ activatorEvent }: DragStartEvent) => {
    const position = handle.positionAt(activatorEvent)
    const item = position && dragItemOf(position, context, movedWith(position))
    const dropTarget = item && dropTargetOf(item.position, item.positions)
    if (!dropTarget) return
    const start = pointOf(activatorEvent)
    dragRef.send({
      type: 'drag.started',
      item,
      dropTarget: describeDropTarget(item, dropTarget, context),
      start,
    })
  }
  const screenReaderInstructions = { draggable: instructions }
  return (
    <DndContext
      sensors={sensors}
      autoScroll={false}
      accessibility={{ announcements, screenReaderInstructions, container: document.body }}
      onDragPending={() => dragRef.send({ type: 'handle.pressed' })}
      onDragAbort={() => dragRef.send({ type: 'handle.released' })}
      onDragStart={begin}
      onDragEnd={() => sendWhileEditing(dragRef, { type: 'drop.requested' })}
      onDragCancel={() => sendWhileEditing(dragRef, { type: 'drag.canceled' })}
    >
      <Handle {...handle} />
      <Feedback {...handle} />
    </DndContext>
  )
}

/** Sends an event, unless editing has ended: then the actor has stopped, but the library may still follow the pointer. */
const sendWhileEditing = (dragRef: DragRef, event: DragEvent) => {
  if (dragRef.getSnapshot().status === 'active') dragRef.send(event)
}

/** Gives the library the handle, which another part of the editor renders. */
function Handle({ handleRef, positionAt }: Pick<DragHandleProps, 'handleRef' | 'positionAt'>) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef } = useDraggable({ id: 'handle' })
  const describedBy = attributes['aria-describedby']
  const activate = useEffectEvent((name: string, event: Event) => {
    if (positionAt(event)) listeners?.[name]?.(asReactEvent(event))
  })
  useEffect(() => {
    const handleEl = handleRef.current!
    setNodeRef(handleEl)
    setActivatorNodeRef(handleEl)
    handleEl.setAttribute('aria-describedby', describedBy)
    const controller = new AbortController()
    const options = { signal: controller.signal, passive: false }
    for (const [type, name] of activators)
      handleEl.addEventListener(type, (event) => activate(name, event), options)
    return () => {
      controller.abort()
      handleEl.removeAttribute('aria-describedby')
    }
  }, [handleRef, describedBy, setNodeRef, setActivatorNodeRef])
  return null
}

/** Shows what becomes of a press on this handle, of which there may be another one. */
function Feedback({
  dragRef,
  context,
  handleRef,
}: Pick<DragHandleProps, 'dragRef' | 'context' | 'handleRef'>) {
  const isOwn = useDndContext().active !== null
  const dragging = useSelector(dragRef, isDragging) && isOwn
  const pressed = useSelector(dragRef, isPressed)
  // A component that is not selected any more, or whose outline is closed, is not dragged on.
  const cancel = useEffectEvent(() => {
    if (isOwn) sendWhileEditing(dragRef, { type: 'drag.canceled' })
  })
  useEffect(() => () => cancel(), [])
  return (
    <>
      {pressed ? <HeldHandle handleRef={handleRef} /> : null}
      {dragging ? <DropFeedback {...{ dragRef, context }} /> : null}
    </>
  )
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

const activators = [
  ['mousedown', 'onMouseDown'],
  ['touchstart', 'onTouchStart'],
  ['keydown', 'onKeyDown'],
] as const

/** Adapts a DOM event to those of React, which the library expects. */
const asReactEvent = (nativeEvent: Event) => ({
  nativeEvent,
  target: nativeEvent.currentTarget,
  preventDefault: () => nativeEvent.preventDefault(),
})

const pointOf = (event: Event): Point | null => {
  if (event instanceof KeyboardEvent) return null
  const at = event instanceof MouseEvent ? event : (event as TouchEvent).touches[0]
  return at ? { x: at.clientX, y: at.clientY } : null
}
