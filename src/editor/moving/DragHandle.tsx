import {
  type Announcements,
  DndContext,
  type DragStartEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { Point } from '#content/page/geometry/box.ts'
import { type DragEvent, type DragRef, isDragging, isPressed } from '#machines/editing/drag.ts'
import { DropFeedback } from './DropFeedback.tsx'
import { type DropContext, describeDropTarget, dragItemOf } from './describe-drop-target.ts'
import { dropTargetOf } from './drop-targets.ts'

export interface DragHandleProps {
  dragRef: DragRef
  /** The position of the selected component. */
  position: Iri<'COMPONENT_POSITION'>
  handleEl: HTMLElement
  context: DropContext
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
const screenReaderInstructions = {
  draggable: 'Press Space to pick this up, and move it with the arrow keys.',
}

/** Makes the handle of the selected component draggable, by mouse, finger and keyboard, and shows where it can be dropped. */
export function DragHandle({ dragRef, position, handleEl, context }: DragHandleProps) {
  const sensors = useSensors(
    useSensor(MouseSensor, mouse),
    useSensor(TouchSensor, touch),
    useSensor(KeyboardSensor, keyboard),
  )
  const dragging = useSelector(dragRef, isDragging)
  const pressed = useSelector(dragRef, isPressed)
  // A component that is not selected any more is not dragged on.
  useEffect(() => () => sendWhileEditing(dragRef, { type: 'drag.canceled' }), [dragRef])
  const begin = ({ activatorEvent }: DragStartEvent) => {
    const item = dragItemOf(position, context)
    const dropTarget = dropTargetOf(position)
    if (!item || !dropTarget) return
    const start = pointOf(activatorEvent)
    dragRef.send({
      type: 'drag.started',
      item,
      dropTarget: describeDropTarget(item, dropTarget, context),
      start,
    })
  }
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
      <Handle position={position} handleEl={handleEl} />
      {pressed ? <HeldHandle handleEl={handleEl} /> : null}
      {dragging ? <DropFeedback dragRef={dragRef} context={context} /> : null}
    </DndContext>
  )
}

/** Sends an event, unless editing has ended: then the actor has stopped, but the library may still follow the pointer. */
const sendWhileEditing = (dragRef: DragRef, event: DragEvent) => {
  if (dragRef.getSnapshot().status === 'active') dragRef.send(event)
}

/** Gives the library the handle, which another part of the editor renders. */
function Handle({ position, handleEl }: Pick<DragHandleProps, 'position' | 'handleEl'>) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef } = useDraggable({ id: position })
  const describedBy = attributes['aria-describedby']
  useEffect(() => {
    setNodeRef(handleEl)
    setActivatorNodeRef(handleEl)
    handleEl.setAttribute('aria-describedby', describedBy)
    return () => handleEl.removeAttribute('aria-describedby')
  }, [handleEl, describedBy, setNodeRef, setActivatorNodeRef])
  useEffect(() => {
    const controller = new AbortController()
    for (const [type, name] of activators)
      handleEl.addEventListener(type, (event) => listeners?.[name]?.(asReactEvent(event)), {
        signal: controller.signal,
        passive: false,
      })
    return () => controller.abort()
  }, [handleEl, listeners])
  return null
}

/** Shows that the handle is held, until the press becomes a drag. */
function HeldHandle({ handleEl }: Pick<DragHandleProps, 'handleEl'>) {
  useEffect(() => {
    handleEl.dataset['held'] = ''
    return () => void delete handleEl.dataset['held']
  }, [handleEl])
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
