import { useSelector } from '@xstate/react'
import { type KeyboardEvent, type PointerEvent, memo, useEffect, useLayoutEffect } from 'react'
import {
  type PanelBounds,
  type PanelDimension,
  clampPanelSize,
  panelSizeByKey,
} from '#content/page/geometry/panel-size.ts'
import { type PanelSizeRef, isResizing, selectPanelSize } from '#machines/editing/panel-size.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { preventFocus } from '../dom/keep-focus.ts'
import { usePanelBounds } from './use-panel-bounds.ts'
import styles from './PanelSeparator.module.css'

/** Resizes the panel between its bounds: by a drag, by keys, and to its default by Enter or a double click. */
export const PanelSeparator = memo(function PanelSeparator({ panelId }: { panelId: string }) {
  const panelSizeRef = useAppActor('panelSize')
  const { dimension, bounds } = usePanelBounds()
  const chosen = useSelector(panelSizeRef, selectPanelSize)[dimension]
  const size = clampPanelSize(chosen ?? bounds.initial, bounds)
  const resizing = useSelector(panelSizeRef, isResizing)
  useEffect(() => (resizing ? cancelOnEscape(panelSizeRef) : undefined), [resizing, panelSizeRef])
  useLayoutEffect(() => () => releaseSeparator(panelSizeRef), [panelSizeRef])
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label="Resize panel"
      aria-controls={panelId}
      aria-orientation={dimension === 'width' ? 'vertical' : 'horizontal'}
      aria-valuenow={size}
      aria-valuemin={bounds.min}
      aria-valuemax={bounds.max}
      title="Drag to resize; double-click or press Enter to reset"
      className={styles.separator}
      data-resizing={resizing ? '' : undefined}
      onMouseDown={preventFocus}
      onDoubleClick={() => panelSizeRef.send({ type: 'size.chosen', dimension, size: null })}
      {...dragHandlers(panelSizeRef, { dimension, bounds, size })}
      onKeyDown={(event) => chooseByKey(event, panelSizeRef, { dimension, bounds, size })}
    />
  )
})

/** Ends the drag of a panel that is closed meanwhile. Its actor may be stopped already, when the editor is. */
function releaseSeparator(panelSizeRef: PanelSizeRef) {
  if (isResizing(panelSizeRef.getSnapshot())) panelSizeRef.send({ type: 'separator.released' })
}

interface Measured {
  dimension: PanelDimension
  bounds: PanelBounds
  size: number
}

const pointAlong = (dimension: PanelDimension, { clientX, clientY }: PointerEvent) =>
  dimension === 'width' ? clientX : clientY

/** Passes on what one pointer does: a second finger has no part in a drag. Browsers report a move once a frame. */
const dragHandlers = (panelSizeRef: PanelSizeRef, { dimension, bounds, size }: Measured) => ({
  onPointerDown: (event: PointerEvent) => {
    if (event.button !== 0 || !event.isPrimary) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const at = pointAlong(dimension, event)
    panelSizeRef.send({ type: 'separator.grabbed', dimension, size, at })
  },
  onPointerMove: (event: PointerEvent) => {
    if (!event.isPrimary) return
    panelSizeRef.send({ type: 'separator.dragged', at: pointAlong(dimension, event), bounds })
  },
  onPointerUp: ({ isPrimary }: PointerEvent) => {
    if (isPrimary) panelSizeRef.send({ type: 'separator.released' })
  },
  onPointerCancel: ({ isPrimary }: PointerEvent) => {
    if (isPrimary) panelSizeRef.send({ type: 'drag.canceled' })
  },
})

function chooseByKey(event: KeyboardEvent, panelSizeRef: PanelSizeRef, measured: Measured) {
  const { dimension, bounds, size } = measured
  const chosen = panelSizeByKey(event.key, dimension, size, bounds)
  if (chosen === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  panelSizeRef.send({ type: 'size.chosen', dimension, size: chosen })
}

/** Cancels the drag by the key that elsewhere closes the panel, wherever the focus is. Returns a function that stops this. */
function cancelOnEscape(panelSizeRef: PanelSizeRef) {
  const cancel = (event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    panelSizeRef.send({ type: 'drag.canceled' })
  }
  document.addEventListener('keydown', cancel, { capture: true })
  return () => document.removeEventListener('keydown', cancel, { capture: true })
}
