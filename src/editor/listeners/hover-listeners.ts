/** The DOM listeners that tell the hover machine what the mouse pointer is over. */
import {
  type HoverRef,
  isHovering,
  isSuspended,
  selectHoveredIri,
} from '#machines/editing/selection/hover.ts'
import { hitTest, isEditorChrome } from '../dom/hit-test.ts'

/** Adds all hover listeners; aborting the signal removes them. They ignore touches, which do not hover. */
export function addHoverListeners(hoverRef: HoverRef, signal: AbortSignal) {
  const show = ({ target, pointerType, buttons }: PointerEvent) => {
    if (pointerType === 'touch' || buttons !== 0) return
    const iri = isEditorChrome(target) ? null : (hitTest(target)?.stack[0] ?? null)
    const snapshot = hoverRef.getSnapshot()
    if (iri !== selectHoveredIri(snapshot) || isSuspended(snapshot))
      hoverRef.send({ type: 'pointer.moved', iri })
  }
  document.addEventListener('pointerover', show, { signal })
  document.addEventListener(
    'pointermove',
    (event) => {
      if (isSuspended(hoverRef.getSnapshot())) show(event)
    },
    { signal },
  )
  document.addEventListener('pointerdown', () => hoverRef.send({ type: 'pointer.pressed' }), {
    signal,
  })
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
