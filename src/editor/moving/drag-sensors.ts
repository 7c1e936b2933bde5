/**
 * Tells presses that become drags from others, with the sensors of dnd-kit. The rest of that library measures the page and
 * moves elements, which the drop targets and `drag` do here, so it is not loaded.
 */
import {
  type DraggableNode,
  KeyboardSensor,
  MouseSensor,
  type Sensor,
  type SensorContext,
  type SensorInstance,
  type SensorProps,
  TouchSensor,
} from '@dnd-kit/core'

interface DragListeners {
  /** True if a press or a key there picks something up. */
  picksUp: (event: Event) => boolean
  /** A press that is not yet a drag. */
  onPress: () => void
  /** Such a press has ended. */
  onRelease: () => void
  onStart: (event: Event) => void
  onDrop: () => void
  onCancel: () => void
}

interface Activator {
  type: 'mousedown' | 'touchstart' | 'keydown'
  /** True if an event of this type may begin a drag. */
  activates: (event: Event, active: DraggableNode) => boolean | undefined
  start: (props: Omit<SensorProps<object>, 'options'>) => SensorInstance
}

/** Binds a sensor to its options. All activators have the same type, whatever options their sensors have. */
const activatorOf = <Options extends object>(
  type: Activator['type'],
  SensorClass: Sensor<Options>,
  options: NoInfer<Options>,
): Activator => ({
  type,
  activates: (event, active) =>
    SensorClass.activators[0]!.handler(asReactEvent(event), options, { active }),
  start: (props) => new SensorClass({ ...props, options }),
})

const activators = [
  activatorOf('mousedown', MouseSensor, { activationConstraint: { distance: 4 } }),
  // A finger scrolls the page, unless it rests on the handle for this long.
  activatorOf('touchstart', TouchSensor, { activationConstraint: { delay: 300, tolerance: 8 } }),
  activatorOf('keydown', KeyboardSensor, {
    // The arrow keys are handled by the drop targets of the page, not by coordinates.
    coordinateGetter: () => undefined,
    keyboardCodes: {
      start: ['Space', 'Enter'],
      end: ['Space', 'Enter'],
      cancel: ['Escape', 'Tab'],
    },
  }),
]

const id = 'handle'

/** Listens to presses and keys on a handle. Returns a function that stops this; a drag that has begun goes on. */
export function listenForDrags(handleEl: HTMLElement, { picksUp, ...listeners }: DragListeners) {
  const node = { current: handleEl }
  const activeNode = { id, key: id, node, activatorNode: node, data: { current: undefined } }
  let held: SensorInstance | null = null
  const settle = () => {
    held = null
  }
  const controller = new AbortController()
  const begin = (event: Event, { activates, start }: Activator) => {
    if (held || event.defaultPrevented || !picksUp(event)) return
    if (activates(event, activeNode))
      held = startSensor({ activeNode, event, start }, { ...listeners, settle })
  }
  for (const activator of activators)
    handleEl.addEventListener(activator.type, (event) => begin(event, activator), {
      signal: controller.signal,
      passive: false,
    })
  const stopTouch = TouchSensor.setup()
  return () => {
    controller.abort()
    stopTouch()
  }
}

interface Held extends Pick<Activator, 'start'> {
  activeNode: DraggableNode
  event: Event
}

/** Follows a press or key until it is released or canceled. */
function startSensor(
  { activeNode, event, start }: Held,
  listeners: Omit<DragListeners, 'picksUp'> & { settle: () => void },
) {
  let isStarted = false
  const end = (listener: () => void) => () => {
    listeners.settle()
    if (!isStarted) return
    listener()
    returnFocus(activeNode, event)
  }
  return start({
    ...{ active: id, activeNode, event },
    // Of this, only what is null without measuring is read.
    context: { current: { collisionRect: null } as SensorContext },
    onPending: listeners.onPress,
    onAbort: listeners.onRelease,
    onStart: () => {
      isStarted = true
      listeners.onStart(event)
    },
    onMove: () => {},
    onEnd: end(listeners.onDrop),
    onCancel: end(listeners.onCancel),
  })
}

/** Returns the focus to the handle after a drag by keys, in case what was moved has taken it along. */
function returnFocus({ activatorNode }: DraggableNode, event: Event) {
  if (event instanceof KeyboardEvent && document.activeElement !== event.target)
    requestAnimationFrame(() => activatorNode.current?.focus())
}

/** Adapts a DOM event to those of React, which the library expects. */
const asReactEvent = (nativeEvent: Event) => ({
  nativeEvent,
  target: nativeEvent.currentTarget,
  preventDefault: () => nativeEvent.preventDefault(),
})
