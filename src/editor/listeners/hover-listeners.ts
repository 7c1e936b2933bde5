/** The DOM listeners that tell the hover machine what the mouse pointer is over, and near which boundary it is. */
import { isSameBoundary } from '#content/page/geometry/insertion-line.ts'
import {
  type HoverRef,
  isHovering,
  isSuspended,
  selectBoundary,
  selectHoveredIri,
} from '#machines/editing/selection/hover.ts'
import { type SelectionRef, selectArea } from '#machines/editing/selection/selection.ts'
import { hitTest, isEditorChrome } from '../dom/hit-test.ts'
import { boundaryAt } from '../dom/insertion-lines.ts'

/** Adds all hover listeners; aborting the signal removes them. They ignore touches, which do not hover. */
export function addHoverListeners(
  hoverRef: HoverRef,
  selectionRef: SelectionRef,
  signal: AbortSignal,
) {
  const show = (event: PointerEvent) => {
    if (event.pointerType === 'touch' || event.buttons !== 0) return
    // A line must stay while the pointer is on its way to the button.
    if (!isInsertionLine(event.target)) reportHovered(event, hoverRef, selectionRef)
  }
  document.addEventListener('pointerover', show, { signal })
  document.addEventListener('pointermove', show, { signal })
  document.addEventListener(
    'pointerdown',
    ({ target }) => isInsertionLine(target) || hoverRef.send({ type: 'pointer.pressed' }),
    { signal },
  )
  document.addEventListener(
    'keydown',
    // While typing nothing is hovered, and a key must cost as little as possible.
    () => isHovering(hoverRef.getSnapshot()) && hoverRef.send({ type: 'key.pressed' }),
    { signal },
  )
  document.documentElement.addEventListener(
    'pointerleave',
    () => hoverRef.send({ type: 'pointer.left' }),
    { signal },
  )
}

/** Sends what the pointer is over, and the boundary that it is near, if either is another one than before. */
function reportHovered(event: PointerEvent, hoverRef: HoverRef, selectionRef: SelectionRef) {
  const { target, clientX: x, clientY: y } = event
  const snapshot = hoverRef.getSnapshot()
  const last = selectBoundary(snapshot)
  const isChrome = isEditorChrome(target)
  const hit = isChrome ? null : hitTest(target)
  const iri = hit?.stack[0] ?? null
  // In the other area nothing can be added before something there is selected, which asks for a confirmation.
  const isOtherArea = hit !== null && hit.area !== selectArea(selectionRef.getSnapshot())
  const boundary = isChrome || isOtherArea ? null : boundaryAt(target, { x, y }, last)
  const isChanged = iri !== selectHoveredIri(snapshot) || !isSameBoundary(boundary, last)
  // The pointer moves often, and mostly within the same resource.
  if (isChanged || isSuspended(snapshot)) hoverRef.send({ type: 'pointer.moved', iri, boundary })
}

const isInsertionLine = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-insertion-line]') !== null
